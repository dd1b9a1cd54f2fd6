import { visibleText } from "./visible-text.ts";

const longest = 120;
/** Cleaning costs by the length, so no more is cleaned than may be shown. */
const longestRead = 500;
const characters = new Intl.Segmenter("en");

/** A stranger's text on one short line: without hidden characters and line breaks, cut to fit. */
export function oneLine(text: string): string {
  const read = text.slice(0, longestRead);
  const visible = visibleText(read.replaceAll(/\s+/g, " ").trim());
  if (visible.length <= longest && read.length === text.length) return visible;
  const cut = characters.segment(visible).containing(longest - 1)?.index ?? longest - 1;
  return `${visible.slice(0, cut)}…`;
}
