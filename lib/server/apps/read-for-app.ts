import { SourceProblem, type Sources } from "#lib/gate/contract/sources.ts";
import { uriOf, wireUri } from "#lib/mcp/definitions/wire-name.ts";
import { countMore, mostWithApps } from "#lib/store/people/person-counts.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import { appOnCall, changedApp, type AppDeps, type OnCall, type AppRefusal } from "./app-on-call.ts";

type Wanted = { fingerprint: string; uri: string; signal: AbortSignal };

/** Reads a resource of the app's own server for it. */
export async function readForApp(
  deps: AppDeps & { sources: Pick<Sources, "read"> },
  of: OnCall,
  { fingerprint, uri, signal }: Wanted,
): Promise<{ result: JsonObject } | AppRefusal> {
  const shown = await appOnCall(deps, of);
  if ("refused" in shown) return shown;
  if (shown.app.fingerprint !== fingerprint) return { refused: "conflict", message: changedApp };
  const { database } = deps.agent.gate;
  const counted = { personId: of.personId, what: "calls", more: 1, most: mostWithApps } as const;
  if ((await countMore(database, database.db, counted)) !== null)
    return { refused: "too-many", message: "Too much was read within an hour. Try again later." };
  const serverId = shown.call.server_id;
  const from = { personId: of.personId, servers: new Set([serverId]), signal };
  try {
    const { contents } = await deps.sources.read(wireUri(serverId, uri), from);
    const own = (content: JsonValue) =>
      isJsonObject(content) && typeof content["uri"] === "string"
        ? { ...content, uri: uriOf(serverId, content["uri"]) ?? content["uri"] }
        : content;
    return { result: { contents: Array.isArray(contents) ? contents.map(own) : [] } };
  } catch (error) {
    if (error instanceof SourceProblem) return { refused: "conflict", message: error.message };
    throw error;
  }
}
