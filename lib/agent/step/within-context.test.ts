import { expect, test } from "vitest";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import { withinContext } from "./within-context.ts";

/** A message that takes about so many bytes of the request. */
function message(role: "user" | "assistant", bytes: number, id = `${role}${bytes}`): ChatMessage {
  return { id, role, parts: [{ type: "text", text: "x".repeat(bytes) }] };
}

const chat = [
  message("user", 3_000, "q1"),
  message("assistant", 3_000, "a1"),
  message("user", 3_000, "q2"),
  message("assistant", 3_000, "a2"),
  message("user", 3_000, "q3"),
  message("assistant", 3_000, "a3"),
];
const fit = (contextTokens: number, over: { answerTokens?: number; besideBytes?: number } = {}) => {
  const { history, ...rest } = withinContext(chat, { contextTokens, answerTokens: 0, besideBytes: 0, ...over });
  return { ids: history.map(({ id }) => id), ...rest };
};
const all = chat.map(({ id }) => id);

test("K8: what fits is sent whole, and it is said before it no longer does", () => {
  expect(fit(20_000)).toEqual({ ids: all, left: 0, isNearlyFull: false });
  expect(fit(7_000)).toEqual({ ids: all, left: 0, isNearlyFull: true });
});

test("K8: of what does not fit the oldest is left out, up to a question", () => {
  // One message would be enough.
  expect(fit(5_500)).toEqual({ ids: ["q2", "a2", "q3", "a3"], left: 2, isNearlyFull: false });
  expect(fit(3_500)).toEqual({ ids: ["q3", "a3"], left: 4, isNearlyFull: false });
});

test("K8: the last question and what is answered so far are always sent", () => {
  expect(fit(1_000)).toEqual({ ids: ["q3", "a3"], left: 4, isNearlyFull: false });
});

test("K8: the answer, the instructions and the tools have their room", () => {
  expect(fit(7_000, { besideBytes: 6_000 }).left).toBe(2);
  expect(fit(7_000, { answerTokens: 2_000 }).left).toBe(2);
});

test("K8: where the length of the answer is not set, it has a quarter, and no more than 16,000 tokens", () => {
  const unset = (contextTokens: number) =>
    withinContext(chat, { contextTokens, answerTokens: null, besideBytes: 0 }).history.length;
  expect(unset(7_000)).toBe(4);
  const long = [message("user", 450_000, "long"), message("assistant", 30, "yes"), message("user", 30, "and")];
  const room = { answerTokens: null, besideBytes: 0 };
  expect(withinContext(long, { ...room, contextTokens: 160_000 }).left).toBe(2);
  expect(withinContext(long, { ...room, contextTokens: 170_000 }).left).toBe(0);
});
