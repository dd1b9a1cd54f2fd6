import { onOf, type ChatToolServer } from "#lib/chat/chat-tools.ts";

type Off = ReadonlySet<string>;

/** What is off once a server was switched, with the tools of it that there will be. */
export function withServer(off: Off, { id }: ChatToolServer, isOn: boolean): Off {
  const others = [...off].filter((name) => !name.startsWith(`${id}/`));
  return new Set(isOn ? others : [...others, `${id}/*`]);
}

/** What is off once one tool of a server was. */
export function withTool(off: Off, server: ChatToolServer, tool: string, isOn: boolean): Off {
  const on = onOf(server, off).map(({ name }) => name);
  const wanted = new Set(isOn ? [...on, tool] : on.filter((name) => name !== tool));
  if (wanted.size === 0) return withServer(off, server, false);
  const left = server.tools.flatMap(({ name }) => (wanted.has(name) ? [] : [`${server.id}/${name}`]));
  return new Set([...withServer(off, server, true), ...left]);
}
