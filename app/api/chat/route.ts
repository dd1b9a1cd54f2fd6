import { z } from "zod";
import { mostAttached } from "#lib/chat/attached-resource.ts";
import { startTurn } from "#lib/agent/runs/start-turn.ts";
import { answerResponse } from "#lib/server/http/answer-response.ts";
import { guard } from "#lib/server/api/guard.ts";
import { overLimit } from "#lib/server/http/over-limit.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";
import {
  answerStream,
  cancelsCards,
  cardsOpen,
  cardsWait,
  refusedForCards,
  chatId,
  keepAliveMs,
  messageId,
  refusedStream,
} from "../limits.ts";

/** As `POST /api/sources/read` gave it; what a program says of one is its own word. */
const resource = z.strictObject({
  serverId: z.string().max(64),
  server: z.string().max(200),
  uri: z.string().max(4_000),
  name: z.string().max(200),
  text: z.string().max(mostAttached.characters),
  leftOut: z.int().min(0),
  readAt: z.int().min(0).optional(),
});
const body = z.strictObject({
  chatId,
  message: z.strictObject({
    id: messageId,
    text: z.string().trim().min(1).max(100_000),
    resources: z.array(resource).max(mostAttached.resources).optional(),
  }),
  replaces: messageId.optional(),
  cancelsCards: cancelsCards.optional(),
});

const refusals = {
  "unknown-chat": () => problem("not-found", "There is no such chat."),
  "unknown-message": () => problem("not-found", "The message to replace is not in this chat any more. Reload it."),
  "same-message": () => problem("bad-request", "A message that replaces another needs an id of its own."),
};

/** One new message; the answer is an AI SDK UI message stream. The history is the server's. */
export const POST = guard(
  {
    body,
    scope: "tools:call",
    summary: "Send a message; an unknown chat id begins a chat",
    replies: { 200: answerStream, 202: { says: "It waits for its turn", json: "Queued" }, 409: refusedForCards },
  },
  async ({ person, key, body: { replaces, ...turn } }) => {
    const { agent, streams } = services();
    const refused = refusedStream(streams, person.id, key);
    if (refused !== null) return refused;
    const outcome = await startTurn(agent, { personId: person.id, keyId: key?.id ?? null, replaces, ...turn });
    if ("reached" in outcome) return overLimit(outcome.reached, agent.limits.ofPerson);
    if ("cards" in outcome) return key === null ? cardsOpen(outcome.cards) : cardsWait();
    if ("refused" in outcome) return refusals[outcome.refused]();
    if ("queued" in outcome) return Response.json({ queued: true }, { status: 202 });
    return answerResponse(
      streams.counted(person.id, outcome.stream, { keyId: key?.id ?? null, of: "chat" }),
      keepAliveMs,
    );
  },
);
