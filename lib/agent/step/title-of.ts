const longest = 60;
/** Marks of headings, quotes, code and emphasis, but not inside a word: `run_command`, `C#`. */
const markUp = /^[#>\s]+|[`*]|(?<!\w)_+|(?<!_)_+(?!\w)/g;

/** A chat's title from its first message: its first line, cut at a word, without mark-up. */
export function titleOf(text: string): string {
  const line = text
    .split("\n")
    .map((each) => each.replace(markUp, "").trim())
    .find((each) => each !== "");
  if (line === undefined) return "New chat";
  const plain = line.replace(/\s+/g, " ");
  const title =
    plain.length <= longest
      ? plain
      : `${plain.slice(0, plain.lastIndexOf(" ", longest) > 20 ? plain.lastIndexOf(" ", longest) : longest)}…`;
  // A name in code, like that of a tool, is kept as it is.
  return /^\w*_/.test(title) ? title : title.charAt(0).toUpperCase() + title.slice(1);
}
