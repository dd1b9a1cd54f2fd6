import { replaceHidden } from "#lib/untrusted/replace-hidden.ts";

/**
 * A server's text without hidden characters, at most `maxLength` UTF-16 units long. `found`: whether there were any.
 */
export function stripHidden(text: string, maxLength: number): { text: string; found: boolean } {
  const said = text.replaceAll("\r\n", "\n");
  const visible = replaceHidden(said, () => "");
  return {
    text: visible.length <= maxLength ? visible : `${visible.slice(0, maxLength - 1).toWellFormed()}…`,
    found: visible !== said,
  };
}

/** A server's text of any length, as it is shown: cut to `maxLength` before it is cleaned, for that costs by the length. */
export function shownText(text: string, maxLength: number): string {
  const shown = stripHidden(text.slice(0, maxLength), maxLength).text;
  return text.length <= maxLength ? shown : `${shown.slice(0, maxLength - 1).toWellFormed()}…`;
}
