import type { ServerConfig } from "#lib/mcp/config/config.ts";
import type { Flooded } from "#lib/mcp/transport/flood-guard.ts";
import type { ToolDefinition } from "#lib/mcp/definitions/tool-definitions.ts";
import { openConnection, type Connection } from "./connection.ts";
import type { ConnectionDeps } from "./connection-deps.ts";
import { CurrentList } from "./current-list.ts";
import type { ServerTiming } from "./server-timing.ts";

/** A connection on which calls are sent, and the tools as its server says them there. */
export type Lane = {
  connection: Connection;
  list: CurrentList;
  definitions: () => ReadonlyMap<string, ToolDefinition>;
};

type Events = {
  suspect: (connection: Connection) => Promise<void>;
  lost: (connection: Connection, why: string | Flooded) => void;
};

/** A further connection to a server, with a list of tools of its own: its process may be of another version. */
export async function openLane(
  config: ServerConfig,
  deps: ConnectionDeps & { timing: ServerTiming },
  { suspect, lost }: Events,
  signal: AbortSignal,
): Promise<Lane> {
  let current: Connection | null = null;
  let isOver: string | Flooded | null = null;
  let definitions: ReadonlyMap<string, ToolDefinition> = new Map();
  const over = (why: string | Flooded) => {
    isOver ??= why;
    if (current !== null) lost(current, why);
  };
  const list = new CurrentList({
    ...deps,
    serverId: config.id,
    connection: () => (isOver === null ? current : null),
    suspect,
    lost: (_, why) => over(why),
    take: (said) => (definitions = said.definitions),
    takeAway: () => (definitions = new Map()),
  });
  const connection = await openConnection(
    config,
    deps,
    {
      toolsChanged: () => list.announced(),
      suspect: () => current !== null && void suspect(current),
      lost: over,
    },
    signal,
  );
  try {
    definitions = (await list.open(connection)).definitions;
    if (isOver !== null) throw new Error(`It was lost at once: ${String(isOver)}`);
  } catch (error) {
    await connection.close();
    throw error;
  }
  current = connection;
  list.follow();
  return { connection, list, definitions: () => definitions };
}
