import { answerResponse } from "#lib/server/answer-response.ts";
import { guard } from "#lib/server/guard.ts";
import { problem } from "#lib/server/problem.ts";
import { services } from "#lib/server/services.ts";
import { keepAliveMs, refusedStream } from "../../../limits.ts";

/** The answer in progress from its start, then live; 204 when there is none. */
export const GET = guard({ scope: "tools:call" }, async ({ person, params }) => {
  const { actions, agent, streams } = services();
  const refused = refusedStream(streams, person.id);
  if (refused !== null) return refused;
  const stream = await actions.watchRun(agent, { personId: person.id, chatId: params["id"] ?? "" });
  if (stream === undefined) return problem("not-found", "There is no such chat.");
  if (stream === null) return new Response(null, { status: 204 });
  return answerResponse(streams.counted(person.id, stream), keepAliveMs);
});
