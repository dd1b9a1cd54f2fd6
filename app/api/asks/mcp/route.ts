import { z } from "zod";
import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { requestWithSignal } from "#lib/server/http/request-with-signal.ts";
import { whenCancelled } from "#lib/server/http/when-cancelled.ts";
import { refusedStream } from "../../limits.ts";

const body = z.looseObject({ jsonrpc: z.literal("2.0") });

/** MCP with one tool: by it Claude Code asks before it runs a tool of its own. */
export const POST = guard(
  {
    body,
    scope: "asks",
    keyOnly: true,
    summary: "MCP: a message of an agent that asks by a permission prompt tool",
    replies: { 200: { says: "What MCP answers, as a stream of messages", type: "text/event-stream" } },
  },
  async ({ key, person, body: said, request: { url, method, headers, signal } }) => {
    // The route lets nobody in without a key.
    if (key === null) throw new Error("An ask came without a key.");
    const { asks, streams } = services();
    const refused = refusedStream(streams, person.id, key);
    if (refused !== null) return refused;
    const cut = new AbortController();
    const asked = requestWithSignal(url, { method, headers, signal: AbortSignal.any([signal, cut.signal]) });
    const answered = await asks.prompt(asked, key, said);
    if (answered.body === null) return answered;
    // It ends with the rights of its key (THREATS B11: lost rights count at once).
    const stream = streams.counted(
      person.id,
      whenCancelled(answered.body, () => cut.abort()),
      { keyId: key.id },
    );
    return new Response(stream, answered);
  },
);
