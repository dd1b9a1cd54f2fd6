/**
 * Characters a reader cannot see: controls, zero-width and direction marks, tag characters, fillers, lone surrogates
 * (THREATS C2, E5). Line breaks and tabs stay, and so does the selector or joiner inside an emoji.
 */
const hidden =
  /(?![\n\t])(?!(?<=\p{Emoji})\ufe0f)(?!(?<=\p{Emoji}\ufe0f?)\u200d(?=\p{Extended_Pictographic}))[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu;

/** Text from a server without hidden characters, at most `maxLength` UTF-16 units long. `found` says that some were there. */
export function stripHidden(text: string, maxLength: number): { text: string; found: boolean } {
  const visible = text.replaceAll("\r\n", "\n").replace(hidden, "");
  return {
    text: visible.length <= maxLength ? visible : `${visible.slice(0, maxLength - 1).toWellFormed()}…`,
    found: visible !== text.replaceAll("\r\n", "\n"),
  };
}
