import { isSwitchedOff } from "#lib/verdict/switched-off.ts";

/** The tools that a chat may have, and how many its model takes at once. */
export type ChatTools = {
  /** How many one request to the model may carry; null for any number. */
  most: number | null;
  /** Whether the tool that finds others is there for when they are more. */
  finds: boolean;
  servers: ChatToolServer[];
};

export type ChatToolServer = { id: string; title: string; tools: ChatTool[] };

/** `icon`: a picture as a data address. `found`: the model has found it among too many, and sees it. */
export type ChatTool = { name: string; title: string; icon: string | null; found: boolean };

/** How many tools are switched on. */
export function countOn({ servers }: Pick<ChatTools, "servers">, off: ReadonlySet<string>): number {
  return servers.reduce((sum, server) => sum + onOf(server, off).length, 0);
}

export function onOf(server: ChatToolServer, off: ReadonlySet<string>): ChatTool[] {
  return server.tools.filter(({ name }) => !isSwitchedOff(off, { server, name }));
}

/** What the model has of them: all, what it finds, or none because they are too many. */
export function toolsSeen(
  { most, finds }: Pick<ChatTools, "most" | "finds">,
  on: number,
): "toolsAll" | "toolsFound" | "toolsTooMany" {
  if (most === null || on <= most) return "toolsAll";
  return finds ? "toolsFound" : "toolsTooMany";
}
