import type { ServerTransport } from "./config.ts";

/** Commands that download a program and run it, by their first words. */
const runners: readonly (readonly string[])[] = [
  ["npx"],
  ["bunx"],
  ["pnpx"],
  ["uvx"],
  ["npm", "exec"],
  ["npm", "x"],
  ["pnpm", "dlx"],
  ["yarn", "dlx"],
  ["bun", "x"],
  ["pipx", "run"],
  ["uv", "tool", "run"],
  ["docker", "run"],
  ["podman", "run"],
];
/** Options with a value in the next word. */
const takesValue =
  /^(?:-e|--env|--env-file|-v|--volume|--name|--network|--mount|-w|--workdir|-u|--user|-p|--publish|--registry)$/;

/**
 * The package or image that a command downloads without a fixed version, or null when it downloads none or an exact one
 * (THREATS H7). `npx shop-mcp@1.2.3` is exact; `npx shop-mcp`, `npx shop-mcp@latest` and `docker run shop` float.
 */
export function floatingVersion(transport: ServerTransport): string | null {
  if (transport.kind === "http") return null;
  const words = [programOf(transport.command), ...transport.args];
  const runner = runners.find((lead) => lead.every((word, at) => words[at] === word));
  if (runner === undefined) return null;
  const isContainer = runner[1] === "run" && runner[0] !== "pipx";
  const fetched = fetchedBy(words.slice(runner.length), isContainer);
  if (fetched === null || isFile(fetched)) return null;
  return (isContainer ? isExactImage(fetched) : isExactPackage(fetched)) ? null : fetched;
}

function programOf(command: string): string {
  const name = command.split(/[\\/]/).at(-1) ?? "";
  return name.replace(/\.(?:exe|cmd|ps1)$/i, "").toLowerCase();
}

/** The first word that is not an option, or the package that an option names. */
function fetchedBy(words: string[], isContainer: boolean): string | null {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    const named = /^(?:--package|--from|--spec)(?:=(.+))?$|^-p$/s.exec(word);
    if (named !== null && !isContainer) return named[1] ?? words[at + 1] ?? null;
    if (takesValue.test(word)) at += 1;
    else if (!word.startsWith("-")) return word;
  }
  return null;
}

function isFile(word: string): boolean {
  return /^\.{0,2}\//.test(word);
}

/** True for `name@1.2.3`, `@scope/name@1.2.3` and `name==1.2.3`; false for `^1`, `latest` or `1.x`. */
function isExactPackage(spec: string): boolean {
  const version = /(?:.@|==)([^@=]+)$/.exec(spec)?.[1] ?? "";
  return /^\d+(?:\.\d+)+(?:[-+][0-9A-Za-z.+-]+)?$/.test(version);
}

/** Only a digest always names the same image. */
function isExactImage(image: string): boolean {
  return /@sha256:[0-9a-f]{64}$/.test(image);
}
