/** Upper bound of the values in one statement. */
const most = 8_192;

/**
 * Ids in lists for `in (…)`, padded with a repeated id to the next power of two: statements then have only a few texts,
 * each planned once. No ids give no list.
 */
export function idLists(ids: readonly string[]): string[][] {
  const lists: string[][] = [];
  for (let from = 0; from < ids.length; from += most) {
    const list = ids.slice(from, from + most);
    const length = 2 ** Math.ceil(Math.log2(list.length));
    lists.push([...list, ...Array<string>(length - list.length).fill(list[0] ?? "")]);
  }
  return lists;
}
