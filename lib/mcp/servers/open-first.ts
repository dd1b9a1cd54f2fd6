import type { ServerConfig } from "#lib/mcp/config/config.ts";
import { openConnection, type Connection, type ToolList } from "#lib/mcp/connection/connection.ts";
import type { ConnectionDeps } from "#lib/mcp/connection/connection-deps.ts";
import type { Connections } from "#lib/mcp/connection/connections.ts";
import type { CurrentList } from "#lib/mcp/connection/current-list.ts";
import { Flooded } from "#lib/mcp/transport/flood-guard.ts";

type Of = { config: ServerConfig; list: CurrentList; connections: Connections };

/** Opens a server's first connection, and lists its tools there. Rejects with a sentence, and then nothing is open. */
export async function openFirst(
  { config, list, connections }: Of,
  deps: ConnectionDeps,
  signal: AbortSignal,
): Promise<{ opened: Connection; listed: ToolList }> {
  let opened: Connection | null = null;
  let end = null as Error | null;
  try {
    opened = await openConnection(
      config,
      deps,
      {
        toolsChanged: () => list.announced(),
        suspect: () => opened !== null && void connections.suspect(opened),
        lost: (why) => {
          end ??= why instanceof Flooded ? why : new Error(`It was lost at once: ${why}`);
          if (opened !== null) connections.replace(opened, why);
        },
      },
      signal,
    );
    const listed = await list.open(opened);
    if (end !== null) throw end;
    return { opened, listed };
  } catch (error) {
    await opened?.close();
    throw error;
  }
}
