import { readFileSync } from "node:fs";

/** Where the running app is reached, and by which key. */
export type Reached = { address: URL; headers: Record<string, string> };

const onThisComputer = new Set(["127.0.0.1", "localhost", "[::1]"]);

type Variables = Partial<Record<string, string>>;

/** By COUNTERSIGN_URL and COUNTERSIGN_KEY or COUNTERSIGN_KEY_FILE; else a sentence that says what is wrong with them. */
export function reachApp(
  { COUNTERSIGN_URL: url = "http://127.0.0.1:3000", COUNTERSIGN_KEY: key, COUNTERSIGN_KEY_FILE: file }: Variables,
  path: string,
): Reached | { problem: string } {
  const address = URL.parse(path, url);
  if (address === null) return { problem: "COUNTERSIGN_URL is no address." };
  const isHere = address.protocol === "http:" && onThisComputer.has(address.hostname);
  // Else others could read the key on its way.
  if (address.protocol !== "https:" && !isHere) {
    return { problem: "COUNTERSIGN_URL must begin with https://, or name this computer." };
  }
  const found = key ?? (file === undefined ? "" : textOf(file));
  if (found === null) return { problem: `COUNTERSIGN_KEY_FILE names ${file}, which cannot be read.` };
  const secret = found.trim();
  if (secret === "") return { problem: "There is no key: set COUNTERSIGN_KEY or COUNTERSIGN_KEY_FILE." };
  // An error about a header repeats it.
  if (!/^[\x21-\x7e]+$/.test(secret)) return { problem: "That is no key: one line, without blanks, is expected." };
  return { address, headers: { authorization: `Bearer ${secret}` } };
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
