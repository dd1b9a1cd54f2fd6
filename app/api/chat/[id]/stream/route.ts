import { watchRun } from "#lib/agent/follow/watch-run.ts";
import { answerResponse } from "#lib/server/http/answer-response.ts";
import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";
import { answerStream, keepAliveMs, refusedStream } from "../../../limits.ts";

/** The answer in progress from its start, then live; 204 when there is none. */
export const GET = guard(
  {
    scope: "tools:call",
    summary: "Watch the answer in progress, from its start",
    replies: { 200: answerStream, 204: { says: "There is none", empty: true } },
  },
  async ({ person, key, params }) => {
    const { agent, streams } = services();
    const refused = refusedStream(streams, person.id, key);
    if (refused !== null) return refused;
    const stream = await watchRun(agent, { personId: person.id, chatId: params["id"] ?? "" });
    if (stream === undefined) return problem("not-found", "There is no such chat.");
    if (stream === null) return new Response(null, { status: 204 });
    return answerResponse(streams.counted(person.id, stream, { keyId: key?.id ?? null, of: "chat" }), keepAliveMs);
  },
);
