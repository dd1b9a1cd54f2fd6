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

/**
 * How much of the beginning of a text stands also at the end of each of its beginnings: what a search in linear time needs
 * (Knuth, Morris and Pratt). Engines look for longer texts in quadratic time, where these are made for it.
 */
export function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length);
  for (let at = 1, same = 0; at < text.length; at += 1) {
    while (same > 0 && text[same] !== text[at]) same = borders[same - 1] ?? 0;
    if (text[same] === text[at]) same += 1;
    borders[at] = same;
  }
  return borders;
}
