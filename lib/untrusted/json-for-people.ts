/** A deeper indentation would look as if somebody pushed text out of view (THREATS C3: runs of white space). */
const mostSpaces = 8;

/** A JSON value over several lines. All indentation is ours: a text in it cannot begin a line. */
export function jsonForPeople(value: unknown): string {
  const deeper = new RegExp(`^ {${mostSpaces},}`, "gm");
  return JSON.stringify(value, null, 2).replaceAll(deeper, " ".repeat(mostSpaces));
}
