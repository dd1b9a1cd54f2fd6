import { createScanner } from "jsonc-parser";

/**
 * JSON with comments, trailing commas and a byte order mark, as editors write it, made plain: what is no JSON is blank,
 * and all else stays in its place, so that positions in problems are those of the file. The result still has to be
 * parsed, and may be no JSON at all.
 */
export function plainJson(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  let comma: number | null = null;
  let before = "";
  const blank = (start: number, length: number) => {
    pieces.push(text.slice(from, start), text.slice(start, start + length).replaceAll(/[^\n]/g, " "));
    from = start + length;
  };
  if (text.startsWith("\uFEFF")) blank(0, 1);
  const scanner = createScanner(text);
  scanner.setPosition(from);
  // Comments are not blanked before it is known whether the comma before them is.
  const comments: [start: number, length: number][] = [];
  const settle = () => {
    for (const [start, length] of comments.splice(0)) blank(start, length);
  };
  while (scanner.getPosition() < text.length) {
    scanner.scan();
    const at = scanner.getTokenOffset();
    const first = text[at] ?? "";
    if (first === "/") comments.push([at, scanner.getTokenLength()]);
    else if (/\S/.test(first)) {
      if ((first === "}" || first === "]") && comma !== null) blank(comma, 1);
      settle();
      // One that follows no value is no trailing comma.
      comma = first === "," && !/[[{,:]|^$/.test(before) ? at : null;
      before = first;
    }
  }
  settle();
  return [...pieces, text.slice(from)].join("");
}
