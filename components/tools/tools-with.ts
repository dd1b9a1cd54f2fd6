type Named = { name: string; title: string };

/** The tools of a server that have these words in their name, or all where the server has; null where there is nothing. */
export function toolsWith<Tool extends Named>(
  server: { title: string; tools: readonly Tool[] },
  words: string,
): readonly Tool[] | null {
  const wanted = words.trim().toLowerCase();
  const has = (...names: string[]) => names.some((name) => name.toLowerCase().includes(wanted));
  if (has(server.title)) return server.tools;
  const tools = server.tools.filter(({ name, title }) => has(name, title));
  return tools.length === 0 ? null : tools;
}
