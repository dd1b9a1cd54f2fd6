/** The words of a command as a person writes it: quotes keep spaces together, nothing else means anything. */
export function shellWords(line: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    const next = line[at + 1];
    if (quote !== "'" && character === "\\" && (next === '"' || next === "\\" || next === "'")) {
      word = (word ?? "") + next;
      at += 1;
    } else if (quote !== null) {
      if (character === quote) quote = null;
      else word = (word ?? "") + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= "";
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? "") + character;
  }
  return word === null ? words : [...words, word];
}

/** `NAME=value` lines; a line without `=` is a name without a value, and one that begins with `#` is none. */
export function namedValues(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.trimStart().startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf("=");
      return at < 0 ? [line.trim(), ""] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
}
