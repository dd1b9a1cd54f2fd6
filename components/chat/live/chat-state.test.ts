import { expect, test } from "vitest";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import type { ChatDetail } from "#lib/chat/chat-summary.ts";
import {
  newChat,
  openApprovals,
  shownMessages,
  textOf,
  withAccepted,
  withDetail,
  withEarlier,
  withProblem,
  withQueued,
} from "./chat-state.ts";

const detail: ChatDetail = {
  id: "chat",
  title: "Refunds",
  instructions: "",
  model: null,
  policy: null,
  toolsOff: [],
  shownToReviewers: null,
  stopped: false,
  messages: [message("1", "user", "hello"), message("2", "assistant", "hi")],
  earlier: 0,
  queue: [],
  run: null,
  version: 3,
};
const saved = withDetail(newChat("chat"), detail, null);

test("reading the same chat again keeps every message the same object, so nothing is drawn anew", () => {
  const again = withDetail(saved, structuredClone(detail), null);
  expect(again.messages.every((each, index) => each === saved.messages[index])).toBe(true);
});

test("G8: earlier messages that were asked for stay above the newest, as long as they are part of the chat", () => {
  const long = withDetail(newChat("chat"), { ...detail, earlier: 3 }, null);
  const read = withEarlier(long, {
    ...detail,
    messages: [message("-1", "user", "a"), message("0", "user", "b")],
    earlier: 1,
  });
  expect([read.messages.map(({ id }) => id), read.earlier]).toEqual([["-1", "0", "1", "2"], 1]);
  const moved = withDetail(read, { ...detail, messages: [message("2", "assistant", "hi")], earlier: 4 }, null);
  expect([moved.messages.map(({ id }) => id), moved.earlier]).toEqual([["-1", "0", "1", "2"], 1]);
  const apart = withDetail(read, { ...detail, messages: [message("9", "assistant", "much later")], earlier: 11 }, null);
  expect([apart.messages.map(({ id }) => id), apart.earlier]).toEqual([["9"], 11]);
  const edited = withDetail(read, { ...detail, messages: [message("0", "user", "b")], earlier: 2 }, null);
  expect([edited.messages.map(({ id }) => id), edited.earlier]).toEqual([["-1", "0"], 1]);
  const cut = withDetail(read, { ...detail, messages: [message("-1", "user", "a")], earlier: 0 }, null);
  expect([cut.messages.map(({ id }) => id), cut.earlier]).toEqual([["-1"], 0]);
});

test("the answer this tab streams wins over the server's older copy of it", () => {
  const live = message("2", "assistant", "hi there, more has come");
  expect(withDetail(saved, detail, live).messages[1]).toBe(live);
});

test("a streamed answer the server has not saved yet stays", () => {
  const live = message("3", "assistant", "brand new");
  expect(withDetail(saved, detail, live).messages.at(-1)).toBe(live);
});

test("a message on its way shows at the end; one that replaces cuts the thread there", () => {
  const sending = { ...saved, outbox: [{ id: "9", text: "next", problem: null }] };
  expect(shownMessages(sending).map(textOf)).toEqual(["hello", "hi", "next"]);
  const editing = { ...saved, outbox: [{ id: "9", text: "better", replaces: "1", problem: null }] };
  expect(shownMessages(editing).map(textOf)).toEqual(["better"]);
});

test("a message that could not be sent keeps its text and says why, and does not harm the thread", () => {
  const sending = { ...saved, outbox: [{ id: "9", text: "next", problem: null }] };
  const failed = withProblem(sending, "9", "No connection.");
  expect(failed.outbox).toEqual([{ id: "9", text: "next", problem: "No connection." }]);
  expect(failed.messages).toBe(saved.messages);
});

test("a message counts once, however often the server confirms it", () => {
  const sent = { id: "9", text: "next" };
  const once = withAccepted(saved, sent);
  expect(withAccepted(once, sent).messages).toEqual(once.messages);
  expect(withQueued(withQueued(saved, sent), sent).queue).toHaveLength(1);
});

test("open cards stand in the order of their calls, in whatever order they were opened", () => {
  const call = (toolCallId: string) => ({
    type: "dynamic-tool",
    toolCallId,
    toolName: "wipe",
    state: "input-available",
  });
  const card = (approvalId: string, toolCallId: string, status = "pending") => ({
    type: "data-approval",
    data: { approvalId, toolCallId, status },
  });
  const parts = [
    call("a"),
    call("b"),
    call("c"),
    card("3", "c"),
    card("1", "a"),
    card("0", "b", "accepted"),
    card("2", "b"),
  ];
  const answer = { id: "2", role: "assistant", parts } as unknown as ChatMessage;
  expect(openApprovals([answer]).map(({ approvalId }) => approvalId)).toEqual(["1", "2", "3"]);
});

test("a message that the server has leaves the outbox, whether it is answered or queued", () => {
  const sending = { ...saved, outbox: ["1", "q"].map((id) => ({ id, text: "x", problem: "lost the answer" })) };
  expect(withDetail(sending, { ...detail, queue: [{ id: "q", text: "x" }] }, null).outbox).toEqual([]);
});

function message(id: string, role: "user" | "assistant", text: string): ChatMessage {
  return { id, role, parts: [{ type: "text", text }] };
}
