import { linkTarget } from "#lib/elicitation/link-target.ts";

const maxLength = 8_000;

/**
 * The page on which a program wants somebody to sign in, as programs that bridge to a remote server print it (such as
 * mcp-remote): an address on a line of its own words, with the parameters of OAuth. Null for every other line.
 */
export function signInLink(line: string): string | null {
  const word = line.split(/\s+/, 40).find((one) => /^https?:\/\//.test(one));
  if (word === undefined || word.length > maxLength) return null;
  const target = linkTarget(word);
  if ("refused" in target) return null;
  const { searchParams } = new URL(target.url);
  return searchParams.get("response_type") === "code" && searchParams.has("client_id") ? target.url : null;
}
