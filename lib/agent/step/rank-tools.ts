import MiniSearch from "minisearch";
import type { Tool } from "#lib/gate/contract/tool.ts";

type Entry = { id: string; name: string; server: string; title: string; description: string };

/** Servers may describe a tool at any length. */
const mostWords = 2_000;

/** An index lasts as long as the tools that it is of. */
const indexes = new WeakMap<ReadonlyMap<string, Tool>, MiniSearch<Entry>>();

/** The wire names of the tools that fit the words best (BM25), those that fit best first. */
export function rankTools(
  offered: ReadonlyMap<string, Tool>,
  { query, most, isUsable }: { query: string; most: number; isUsable: (name: string) => boolean },
): string[] {
  let index = indexes.get(offered);
  if (index === undefined) indexes.set(offered, (index = indexOf(offered)));
  const found = index.search(query, { filter: ({ id }) => isUsable(String(id)) });
  return found.slice(0, most).map(({ id }) => String(id));
}

function indexOf(offered: ReadonlyMap<string, Tool>): MiniSearch<Entry> {
  const index = new MiniSearch<Entry>({
    fields: ["name", "title", "server", "description"],
    tokenize: wordsOf,
    // The end of a word, and one wrong letter in five, do not matter.
    searchOptions: { boost: { name: 3, title: 2 }, prefix: true, fuzzy: 0.2 },
  });
  index.addAll(
    [...offered].map(([id, { name, title, description, server }]) => ({
      id,
      name,
      title,
      server: server.title,
      description: description.slice(0, mostWords),
    })),
  );
  return index;
}

/** `createIssue`, `create_issue` and `create-issue` are the same two words. */
function wordsOf(text: string): string[] {
  return text.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, " ").split(/[^\p{L}\p{N}]+/u);
}
