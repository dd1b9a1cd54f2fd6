const longest = 300;

/** Patterns of the usual providers' keys, and of anything long enough to be one. */
const keyLike = [
  /\b(?:sk|pk|rk|key|token)[-_][\w-]{4,}[\w*.-]*/gi,
  /\bBearer\s+\S+/gi,
  /\b(?=\w*\d)(?=\w*[A-Za-z])[\w-]{24,}/g,
];

/**
 * The first line of a foreign text, short, without control characters and without what is or may be a key (H3: keys in
 * no log).
 */
export function quotable(text: string, secrets: readonly string[]): string {
  let line = text.split(/[\r\n]/, 1)[0] ?? "";
  // Longest first, so that a key that contains another one is removed whole.
  for (const secret of [...secrets].sort((a, b) => b.length - a.length)) {
    if (secret !== "") line = line.replaceAll(secret, "•••");
  }
  for (const pattern of keyLike) line = line.replace(pattern, "•••");
  line = line.replace(/[\p{Cc}\p{Cf}]/gu, "").trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
