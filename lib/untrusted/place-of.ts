import { bordersOf } from "./borders-of.ts";

/** Where `part` stands first in `text`, -1 for nowhere. Whatever both are, it takes linear time; `indexOf` does not. */
export function placeOf(part: string, text: string): number {
  if (part === "") return 0;
  const borders = bordersOf(part);
  for (let at = 0, same = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    while (same > 0 && part.charCodeAt(same) !== code) same = borders[same - 1] ?? 0;
    if (part.charCodeAt(same) === code) same += 1;
    if (same === part.length) return at - part.length + 1;
  }
  return -1;
}
