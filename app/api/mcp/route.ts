import { z } from "zod";
import { guard, type GuardedRequest } from "#lib/server/api/guard.ts";
import { requestWithSignal } from "#lib/server/http/request-with-signal.ts";
import { problem } from "#lib/server/http/problem.ts";
import { whenCancelled } from "#lib/server/http/when-cancelled.ts";
import { services } from "#lib/server/api/services.ts";
import { refusedStream } from "../limits.ts";

/** A message of JSON-RPC, or in the old era several; whoever serves it checks the rest. */
const message = z.looseObject({ jsonrpc: z.literal("2.0") });
/** Their answers may take megabytes, which wait until the client reads them. */
const lists = ["tools/list", "resources/list", "resources/templates/list", "prompts/list"];
const long = new Set<unknown>([...lists, "tools/call", "resources/read", "prompts/get"]);
const longOnce = (said: z.infer<typeof message>[]) => said.filter((one) => long.has(one["method"])).length <= 1;
const several = z.array(message).min(1).max(50).refine(longOnce, "may ask for one list, call, resource or prompt");
const body = z.union([message, several]);

const answer = { 200: { says: "What MCP answers: JSON, or a stream of messages", type: "text/event-stream" } };

const ended = { 204: { says: "It has ended", empty: true } } as const;
const demand = { scope: "tools:call", keyOnly: true, orToken: true, orLimited: true } as const;

/** The tools of this instance, for other MCP clients: streamable HTTP of MCP 2026-07-28 and of the revisions before. */
export const POST = guard({ body, ...demand, summary: "MCP: a message of a client", replies: answer }, (guarded) =>
  serve(guarded, guarded.body),
);
export const GET = guard({ ...demand, summary: "MCP: what a session of a client hears", replies: answer }, (guarded) =>
  serve(guarded),
);
export const DELETE = guard({ ...demand, summary: "MCP: end a session", replies: ended }, (guarded) => serve(guarded));

async function serve({ person, key, request }: Omit<GuardedRequest<unknown>, "body">, said?: unknown) {
  const { gateway, streams } = services();
  if (key === null) return problem("forbidden", "Clients come in here by a key.");
  const refused = request.method === "DELETE" ? null : refusedStream(streams, person.id, key);
  if (refused !== null) return refused;
  const { id, name, terms } = key;
  const { method, headers, url } = request;
  const cut = new AbortController();
  // The body was read and checked. Whatever ends its answer ends what it asked for.
  const asked = requestWithSignal(url, { method, headers, signal: AbortSignal.any([request.signal, cut.signal]) });
  const answered = await gateway.handle(asked, { key: { id, name, terms }, person }, said);
  const isStream = answered.headers.get("content-type")?.startsWith("text/event-stream") === true;
  if (!isStream || answered.body === null) return answered;
  // It ends with the rights of its key (THREATS B11: lost rights count at once).
  const stream = streams.counted(
    person.id,
    whenCancelled(answered.body, () => cut.abort()),
    { keyId: id },
  );
  return new Response(stream, answered);
}
