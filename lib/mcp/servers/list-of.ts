import { SourceProblem, type SourceKind } from "#lib/gate/contract/sources.ts";
import { isJsonObject, type JsonObject } from "#lib/untrusted/json.ts";
import type { Connection } from "#lib/mcp/connection/connection.ts";

const mostEntries = 1_000;
const mostPages = 20;
const mostBytes = 4 * 1024 * 1024;

/** `ttlMs`: for how long the server says that its list stays as it is; null where it does not. */
export type SourceListing = { entries: JsonObject[]; ttlMs: number | null };

/** All pages of a list of resources or prompts, up to what is listed of one server. */
export async function listOf({ client }: Connection, kind: SourceKind, signal: AbortSignal): Promise<SourceListing> {
  const offers = client.getServerCapabilities();
  if ((kind === "prompts" ? offers?.prompts : offers?.resources) === undefined) return { entries: [], ttlMs: null };
  const { method, key } = requests[kind];
  const isModern = client.getProtocolEra() === "modern";
  let ttlMs: number | null = null;
  const entries: JsonObject[] = [];
  let size = 0;
  let cursor: string | null = null;
  for (let page = 0; page < mostPages && entries.length < mostEntries; page += 1) {
    const params = cursor === null ? {} : { cursor };
    // The SDK has checked its shape.
    const answer = (await client.request({ method, params }, { signal })) as JsonObject;
    const listed = answer[key];
    if (!Array.isArray(listed)) break;
    const said = answer["ttlMs"];
    if (isModern && typeof said === "number" && said >= 0) ttlMs = Math.min(ttlMs ?? said, said);
    size += Buffer.byteLength(JSON.stringify(listed));
    if (size > mostBytes) throw new SourceProblem(`Its list is larger than ${mostBytes / 1024 / 1024} MB.`);
    entries.push(...listed.filter(isJsonObject));
    const { nextCursor } = answer;
    if (typeof nextCursor !== "string" || nextCursor === cursor) break;
    cursor = nextCursor;
  }
  return { entries: entries.slice(0, mostEntries), ttlMs };
}

const requests = {
  resources: { method: "resources/list", key: "resources" },
  templates: { method: "resources/templates/list", key: "resourceTemplates" },
  prompts: { method: "prompts/list", key: "prompts" },
} as const;
