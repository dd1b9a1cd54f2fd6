import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type CompleteResult,
  type GetPromptResult,
  type Prompt,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplateType,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { SourceProblem, type SourceKind, type Sources } from "#lib/gate/contract/sources.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { countMore, mostCalls } from "#lib/store/people/person-counts.ts";
import { tooManyCalls } from "./begin-client-call.ts";
import type { Client } from "./client.ts";
import type { Gateway } from "./gateway.ts";
import { inOurWords } from "./in-our-words.ts";
import { offeredTo } from "./offered-to.ts";

type From = Parameters<Sources["list"]>[1];

/** A page ends with the entry that makes it so long, in characters of JSON. */
const page = { entries: 500, length: 1024 * 1024 };

/** Resources and prompts of the servers whose tools a client is offered. They are read; no tool runs for them. */
export function serveSources(server: Server, gateway: Gateway, clientOf: (ctx: ServerContext) => Client): void {
  const { sources } = gateway;
  const listed = async (kind: SourceKind, cursor: string | undefined, ctx: ServerContext) => {
    try {
      return pageOf(await sources.list(kind, await fromFor(gateway, clientOf(ctx), ctx)), cursor);
    } catch (error) {
      throw inOurWords(gateway, error, ctx);
    }
  };
  // The SDK has checked the entries of each server.
  server.setRequestHandler("resources/list", async ({ params }, ctx) => {
    const { entries, ...next } = await listed("resources", params?.cursor, ctx);
    return { resources: entries as unknown as Resource[], ...next };
  });
  server.setRequestHandler("resources/templates/list", async ({ params }, ctx) => {
    const { entries, ...next } = await listed("templates", params?.cursor, ctx);
    return { resourceTemplates: entries as unknown as ResourceTemplateType[], ...next };
  });
  server.setRequestHandler("prompts/list", async ({ params }, ctx) => {
    const { entries, ...next } = await listed("prompts", params?.cursor, ctx);
    return { prompts: entries as unknown as Prompt[], ...next };
  });
  server.setRequestHandler("resources/read", async ({ params: { uri } }, ctx) => {
    const read = await reading(gateway, clientOf(ctx), ctx, { what: "resource", uri }, (from) =>
      sources.read(uri, from),
    );
    return read as unknown as ReadResourceResult;
  });
  server.setRequestHandler("prompts/get", async ({ params: { name, arguments: args = {} } }, ctx) => {
    const wanted = { name, arguments: args };
    const got = await reading(gateway, clientOf(ctx), ctx, { what: "prompt" }, (from) => sources.prompt(wanted, from));
    return got as unknown as GetPromptResult;
  });
  server.setRequestHandler("completion/complete", async ({ params: { ref, argument, context } }, ctx) => {
    const asked = { ref, argument, ...(context === undefined ? {} : { context }) };
    const got = await reading(gateway, clientOf(ctx), ctx, { what: "completion" }, (from) =>
      sources.complete(asked, from),
    );
    return got as unknown as CompleteResult;
  });
}

async function fromFor(gateway: Gateway, client: Client, { mcpReq, http }: ServerContext): Promise<From> {
  const tools = await offeredTo(gateway, client);
  const servers = new Set([...tools.values()].map(({ server }) => server.id));
  const signals = [mcpReq.signal, ...(http?.req === undefined ? [] : [http.req.signal])];
  return { personId: client.person.id, servers, signal: AbortSignal.any(signals) };
}

function pageOf(all: JsonObject[], cursor: string | undefined): { entries: JsonObject[]; nextCursor?: string } {
  const from = Number(cursor ?? 0);
  if (!Number.isSafeInteger(from) || from < 0)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Unknown cursor");
  let end = from;
  for (let length = 0; end < Math.min(all.length, from + page.entries) && length < page.length; end += 1)
    length += JSON.stringify(all[end]).length;
  return { entries: all.slice(from, end), ...(end < all.length && { nextCursor: String(end) }) };
}

type Wanted = { what: "resource"; uri: string } | { what: "prompt" | "completion" };

/** One reading, which counts as a call does. */
async function reading(
  gateway: Gateway,
  client: Client,
  ctx: ServerContext,
  wanted: Wanted,
  read: (from: From) => Promise<JsonObject>,
): Promise<JsonObject> {
  const { database, log, observer } = gateway.agent.gate;
  const { key, person } = client;
  let outcome: "refused" | "failed" = "failed";
  try {
    const counted = { personId: person.id, what: "calls", more: 1, most: mostCalls } as const;
    if ((await countMore(database, database.db, counted)) !== null) {
      outcome = "refused";
      throw new ProtocolError(ProtocolErrorCode.InternalError, tooManyCalls);
    }
    const result = await read(await fromFor(gateway, client, ctx));
    observer?.read(wanted.what, "done");
    log.info("gateway.read", { keyId: key.id, what: wanted.what });
    return result;
  } catch (error) {
    if (error instanceof SourceProblem && error.kind === "unknown") outcome = "refused";
    observer?.read(wanted.what, outcome);
    if (!(error instanceof SourceProblem)) throw inOurWords(gateway, error, ctx);
    log.info("gateway.not-read", { keyId: key.id, what: wanted.what, problem: error.message });
    if (error.kind === "unknown" && wanted.what === "resource")
      throw new ResourceNotFoundError(wanted.uri, error.message);
    const { InvalidParams, InternalError } = ProtocolErrorCode;
    throw new ProtocolError(error.kind === "failed" ? InternalError : InvalidParams, error.message);
  }
}
