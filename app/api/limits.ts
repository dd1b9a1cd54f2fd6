import { z } from "zod";
import type { OpenCards } from "#lib/chat/chat-summary.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import type { OpenStreams } from "#lib/server/http/open-streams.ts";
import { problem } from "#lib/server/http/problem.ts";

/** Ids that clients make: they need not be unguessable, only harmless. */
export const chatId = z.string().regex(/^[A-Za-z0-9_-]{6,64}$/, "must be 6 to 64 letters, digits, - or _");
export const messageId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "must be 1 to 64 letters, digits, - or _");

/** Wire names of the tools that a client is offered. */
export const clientTools = z.array(z.string().min(1).max(64)).max(500);

/** A JSON object, checked by the code that uses it. `meta` describes it in the API's description. */
export const jsonObject = z
  .custom<JsonObject>((value) => typeof value === "object" && value !== null && !Array.isArray(value), {
    error: "must be an object",
  })
  .meta({ type: "object" });

/**
 * The answer to a program whose message or stop would withdraw a question from the person who is asked (THREATS F10:
 * calling and answering apart).
 */
export function cardsWait(): Response {
  const detail =
    "A person is being asked in this chat, and no key may end that. Wait for the answer, or end it in the app.";
  return problem("conflict", detail);
}

/** Whether the sender knows what the message does to open cards. */
export const cancelsCards = z.boolean().meta({
  description:
    "A message, or an edit, cancels the open cards of the chat once no tool works. Without `true` it is refused with 409 and `cards` instead. By a key it is refused always.",
});

/** The answer to a person whose message would cancel open cards, and who did not say that they know it. */
export function cardsOpen(cards: OpenCards): Response {
  const them = cards.open === 1 ? "an open card" : `${cards.open} open cards`;
  const detail = `Sending this cancels ${them}. Nothing was sent.`;
  return problem("cards-open", detail, undefined, { cards });
}

export const refusedForCards = {
  says: "People are being asked in this chat, and the message would cancel that: nothing was changed. `cards` says how many wait; send it with `cancelsCards`, which no key may",
  refusal: true,
} as const;

/** What the description of the API says of it. */
export const refusedWhileAsked = {
  says: "A person is being asked in this chat: by a key nothing was changed",
  refusal: true,
} as const;
export const answerStream = { says: "The answer, as an AI SDK UI message stream", type: "text/event-stream" };

/** What a person typed to approve a call of high risk. */
export const confirmText = z.string().max(200).meta({
  description:
    "Needed to approve a call whose view has `subject.highRisk`: exactly the value of the argument `subject.confirmBy`, or the tool's name where there is none or it cannot be typed. A refusal says it under `fields.confirm`. Ignored elsewhere.",
});

/** Interval of keep-alives on a silent stream; proxies cut a stream that is silent for a minute. */
export const keepAliveMs = 15_000;

/** The answer to somebody who may not open one more stream; null when they may. `key`: of a program. */
export function refusedStream(streams: OpenStreams, personId: string, key: object | null): Response | null {
  const full = streams.fullFor(personId, key === null ? "page" : "key");
  return full === null ? null : refusals[full]();
}

const refusals = {
  person: () => problem("too-many", "Too many tabs of this app are open. Close some and try again."),
  keys: () =>
    problem("too-many", "This person's clients have too many calls and streams open. Close some and try again."),
  everybody: () => problem("unavailable", "This server has as many open pages as it can serve. Try again in a moment."),
};
