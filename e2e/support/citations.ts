/** An id of docs/behaviours.md. */
export const behaviourId = /^(?:S[0-4]\.\d+|[A-IKMNPW]\d+)$/;
/** The beginning of a title: one id or more, then a colon. Also finds the titles in the rows of test.each. */
const citation = /["'`]((?:S[0-4]\.\d+|[A-IKMNPW]\d+)(?:, [^:"'`,]+)*):/g;

/** Which behaviours a test file cites, and in which of its lines, counted from 1. */
export function citationsIn(text: string): { id: string; line: number }[] {
  return [...text.matchAll(citation)].flatMap(({ 1: ids = "", index }) => {
    const line = text.slice(0, index).split("\n").length;
    return ids
      .split(", ")
      .filter((word) => behaviourId.test(word))
      .map((id) => ({ id, line }));
  });
}
