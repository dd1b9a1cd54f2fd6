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

/** How many letters must be put in, taken out or replaced (Levenshtein). A thousand names are compared at once. */
function changesBetween(one: string, other: string): number {
  const width = other.length + 1;
  const cells = new Uint8Array((one.length + 1) * width);
  for (let at = 0; at < width; at += 1) cells[at] = at;
  for (let row = 1; row <= one.length; row += 1) {
    const letter = one.charCodeAt(row - 1);
    const from = row * width;
    cells[from] = row;
    for (let at = from + 1; at < from + width; at += 1) {
      const replaced = (cells[at - width - 1] ?? 0) + (letter === other.charCodeAt(at - from - 1) ? 0 : 1);
      cells[at] = Math.min(replaced, (cells[at - width] ?? 0) + 1, (cells[at - 1] ?? 0) + 1);
    }
  }
  return cells.at(-1) ?? 0;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[*_.\s-]/g, "");
}
