/** What answers on the app's port may be something else, and clients keep what is said here in their logs. */
export function say(what: unknown): void {
  const words = what instanceof Error ? what.message : String(what);
  process.stderr.write(`${words.slice(0, 1_000).replaceAll(/\p{C}+/gu, " ")}\n`);
}
