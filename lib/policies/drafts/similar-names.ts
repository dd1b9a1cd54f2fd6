const mostShown = 3;
/** Longer names are not compared letter by letter. */
const mostLetters = 64;

/** The names that were probably meant, nearest first; a `*` in what was written counts for nothing. */
export function similarNames(written: string, names: Iterable<string>): string[] {
  const said = plain(written);
  if (said === "") return [];
  const ranked = [...new Set(names)].flatMap((name) => {
    const distance = distanceBetween(said, plain(name));
    return distance === null ? [] : [{ name, distance }];
  });
  return ranked
    .toSorted((one, other) => one.distance - other.distance || (one.name < other.name ? -1 : 1))
    .slice(0, mostShown)
    .map(({ name }) => name);
}

/** Null where they have too little in common. */
function distanceBetween(one: string, other: string): number | null {
  if (one === other) return 0;
  if (one.length > mostLetters || other.length > mostLetters) return null;
  const most = Math.floor(Math.max(one.length, other.length) / 3);
  if (Math.min(one.length, other.length) > 2 && (one.includes(other) || other.includes(one))) return 1;
  if (Math.abs(one.length - other.length) > most) return null;
  const distance = changesBetween(one, other);
  return distance <= most ? distance : null;
}

/** How many letters must be put in, taken out or replaced (Levenshtein). */
function changesBetween(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = (above[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1);
      line.push(Math.min(replaced, (above[at] ?? 0) + 1, (line[at - 1] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[*_.\s-]/g, "");
}
