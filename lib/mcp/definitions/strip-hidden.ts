import { replaceHidden } from "#lib/untrusted/replace-hidden.ts";

/**
 * A server's text without hidden characters, at most `maxLength` UTF-16 units long. `found`: whether there were any.
 */
export function stripHidden(text: string, maxLength: number): { text: string; found: boolean } {
  const said = text.replaceAll("\r\n", "\n");
  const visible = replaceHidden(said, () => "");
  const isLong = visible.length > maxLength;
  return { text: isLong ? cut(visible, maxLength, visible.length) : visible, found: visible !== said };
}

/** A server's text of any length, as it is shown: cut to `maxLength` before it is cleaned, for that costs by the length. */
export function shownText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return stripHidden(text, maxLength).text;
  return cut(stripHidden(text.slice(0, maxLength), maxLength).text, maxLength, text.length);
}

/** In a shorter text the words would take too much room: a title. */
const leastWithWords = 1_000;

/** Says so in a text that a model would take for the whole. */
function cut(text: string, maxLength: number, length: number): string {
  const words = maxLength < leastWithWords ? "" : ` [Countersign left out the rest of these ${length} characters.]`;
  return `${text.slice(0, maxLength - 1 - words.length).toWellFormed()}…${words}`;
}
