import type { LanePlace, NoPlace } from "#lib/mcp/connection/call-lanes.ts";
import type { ToolServer } from "./tool-server.ts";

/** A place for a request that reads for a person: as that person where each signs in for themselves, or else as nobody. */
export async function placeToRead(
  server: ToolServer,
  personId: string,
  signal: AbortSignal,
): Promise<LanePlace | NoPlace> {
  if (!server.isPersonal) return server.place({ personId: "", tool: "", reader: personId }, signal, () => {});
  const { id: serverId, transport } = server.config;
  // Without a sign-in the server is not asked at all, however often somebody wants to read.
  if (
    transport.kind === "stdio" ||
    (await server.signIns?.read({ serverId, address: transport.url, personId })) == null
  )
    return { problem: "You are not signed in to it." };
  return server.place({ personId, tool: "" }, signal, () => {});
}
