import MiniSearch from "minisearch";
import type { Tool } from "#lib/gate/contract/tool.ts";

type Entry = { id: string; name: string; server: string; title: string; description: string };

// Servers write descriptions, and models write queries, of any length. These limits bound the cost of both.
const mostOfDescription = 400;
const mostWords = 12;
const toolsPerTurn = 20;

/** The index of a set of tools; it is dropped together with them. */
const indexes = new WeakMap<ReadonlyMap<string, Tool>, Promise<MiniSearch<Entry>>>();

/** The wire names of the tools that fit the words best (BM25), those that fit best first. */
export async function rankTools(
  offered: ReadonlyMap<string, Tool>,
  { query, most, isUsable }: { query: string; most: number; isUsable: (name: string) => boolean },
): Promise<string[]> {
  let index = indexes.get(offered);
  if (index === undefined) indexes.set(offered, (index = indexOf(offered)));
  const found = (await index).search(query, { filter: ({ id }) => isUsable(String(id)) });
  return found.slice(0, most).map(({ id }) => String(id));
}

async function indexOf(offered: ReadonlyMap<string, Tool>): Promise<MiniSearch<Entry>> {
  const index = new MiniSearch<Entry>({
    fields: ["name", "title", "server", "description"],
    tokenize: wordsOf,
    searchOptions: {
      tokenize: (query) => [...new Set(wordsOf(query.toLowerCase()))].slice(0, mostWords),
      boost: { name: 3, title: 2 },
      // The end of a word, and one wrong letter in five, do not matter.
      prefix: ({ length }) => length > 2,
      fuzzy: ({ length }) => length > 3 && 0.2,
      maxFuzzy: 2,
    },
  });
  const entries = [...offered].map(([id, { name, title, description, server }]) => ({
    id,
    name,
    title,
    server: server.title,
    description: description.slice(0, mostOfDescription),
  }));
  await index.addAllAsync(entries, { chunkSize: toolsPerTurn });
  return index;
}

/** `createIssue`, `create_issue` and `create-issue` all have the same two words, and the first one itself as well. */
function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).flatMap((word) => {
    const parts = word.split(/(?<=[\p{Ll}\d])(?=\p{Lu})/u);
    return parts.length === 1 ? parts : [word, ...parts];
  });
}
