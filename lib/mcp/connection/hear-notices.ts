import type { Client } from "@modelcontextprotocol/client";
import type { Mask } from "#lib/audit/mask.ts";
import type { ConnectionDeps, ConnectionEvents } from "./connection-deps.ts";
import { logLine } from "./log-line.ts";

type Deps = Pick<ConnectionDeps, "pages" | "logged" | "sourcesChanged" | "resourceUpdated"> &
  Pick<ConnectionEvents, "toolsChanged"> & {
    serverId: string;
    /** Whose connection it is; null for one of everybody's. */
    personId: string | null;
    mask: () => Mask;
  };

/** Hears what a server says on a connection without being asked. */
export function hearNotices(client: Client, deps: Deps): void {
  const { serverId, personId, mask } = deps;
  client.setNotificationHandler("notifications/tools/list_changed", deps.toolsChanged);
  client.setNotificationHandler("notifications/elicitation/complete", deps.pages.hear(client, personId));
  client.setNotificationHandler("notifications/message", ({ params }) => deps.logged(logLine(params, mask())));
  client.setNotificationHandler("notifications/resources/updated", ({ params: { uri } }) =>
    deps.resourceUpdated(serverId, client, uri),
  );
  for (const what of ["resources", "prompts"] as const) {
    client.setNotificationHandler(`notifications/${what}/list_changed`, () => deps.sourcesChanged(serverId, what));
  }
}
