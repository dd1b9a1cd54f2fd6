/** `server/tool` of the tool that finds others. It stays on: without it a model of many tools has none. */
export const finder = "app/find_tools";

type Named = { server: { id: string }; name: string };

export function isFinder({ server, name }: Named): boolean {
  return `${server.id}/${name}` === finder;
}

/** Whether a person switched a tool off in a chat, by itself (`server/tool`) or with its server (`server/*`). */
export function isSwitchedOff(off: ReadonlySet<string>, tool: Named): boolean {
  if (off.size === 0 || isFinder(tool)) return false;
  return off.has(`${tool.server.id}/*`) || off.has(`${tool.server.id}/${tool.name}`);
}
