/** More values than this fit into no statement. */
const most = 8_192;

/**
 * Ids in lists for `in (…)`, filled up with a repeated id to the next power of two: so a statement with lists of any
 * length has only a few texts, each of which is planned once. No list for no id.
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
