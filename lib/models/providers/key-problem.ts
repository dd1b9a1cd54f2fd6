import type { Problem } from "./provider.ts";

/** Why a text cannot be an API key. Never repeats the value: it is a key, if a damaged one. */
export function keyProblem(name: string, key: string): Problem | null {
  if (/^[\x21-\x7e]{1,1000}$/.test(key)) return null;
  return { problem: `${name} contains spaces or other characters that a key cannot have.` };
}
