import { Lexer, type LineCounter, parseAllDocuments, type ParsedNode, type YAMLMap } from "yaml";

/**
 * The documents of a file that people write. Null where the text is too deep for the parser. Without `uniqueKeys`,
 * `repeatedKeys` finds the repeated keys: the parser compares each key with all before it.
 */
export function documentsIn(text: string, lineCounter: LineCounter, { uniqueKeys = true } = {}) {
  try {
    return parseAllDocuments(text, { lineCounter, prettyErrors: false, uniqueKeys });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Whether a text holds more than `most` signs, names and values; reads no further than that (THREATS G8: input that
 * blocks).
 */
export function hasMorePieces(text: string, most: number): boolean {
  let pieces = 0;
  for (const _ of new Lexer().lex(text)) {
    pieces += 1;
    if (pieces > most) return true;
  }
  return false;
}

/** Whether a text has comments (`# …`). */
export function hasComments(text: string): boolean {
  let before = "";
  for (const piece of new Lexer().lex(text)) {
    // What follows this mark is a value, whatever it begins with.
    if (piece.startsWith("#") && before !== "\u001f") return true;
    before = piece;
  }
  return false;
}

/** The keys that a map repeats, in time proportional to their number. */
export function repeatedKeys({ items }: YAMLMap.Parsed): ParsedNode[] {
  const seen = new Set<string>();
  return items.flatMap(({ key }) => {
    const name = String(key);
    if (seen.has(name)) return [key];
    seen.add(name);
    return [];
  });
}
