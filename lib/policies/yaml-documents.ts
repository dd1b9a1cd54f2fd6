import { type LineCounter, parseAllDocuments } from "yaml";

/** The documents of a file that people write. Null where the text is too deep for the parser. */
export function documentsIn(text: string, lineCounter: LineCounter) {
  try {
    return parseAllDocuments(text, { lineCounter, prettyErrors: false });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
