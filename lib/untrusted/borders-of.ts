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
