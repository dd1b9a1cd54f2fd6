import { Lexer, type LineCounter, parseAllDocuments, type ParsedNode, type YAMLMap } from "yaml";

/**
 * The documents of a file that people write. Null where the text is too deep for the parser. Without `uniqueKeys` it is for
 * `repeatedKeys` to say which are there twice: the parser compares each with all before it.
 */
export function documentsIn(text: string, lineCounter: LineCounter, { uniqueKeys = true } = {}) {
  try {
    return parseAllDocuments(text, { lineCounter, prettyErrors: false, uniqueKeys });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Whether there are more signs, names and values than `most` in a text; looks no further than that (THREATS G8). */
export function hasMorePieces(text: string, most: number): boolean {
  let pieces = 0;
  for (const _ of new Lexer().lex(text)) {
    pieces += 1;
    if (pieces > most) return true;
  }
  return false;
}

/** The keys of a map that stood in it before, in time proportional to their number. */
export function repeatedKeys({ items }: YAMLMap.Parsed): ParsedNode[] {
  const seen = new Set<string>();
  return items.flatMap(({ key }) => {
    const name = String(key);
    if (seen.has(name)) return [key];
    seen.add(name);
    return [];
  });
}
