import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import type { AttachedResource } from "#lib/chat/attached-resource.ts";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import type { ChatDetail, OpenCards } from "#lib/chat/chat-summary.ts";
import type { OutgoingMessage } from "./chat-server.ts";

/** A message the server has not confirmed yet; with `problem` it was refused or could not be sent. */
export type Outgoing = OutgoingMessage & { problem: string | null };

export type Held = { message: OutgoingMessage; cards: OpenCards };

/**
 * What one tab knows of a chat: the server's state, where `messages` also has earlier ones that the person asked for; and
 * from `outbox` on what only this tab knows.
 */
export type ChatState = Omit<ChatDetail, "id" | "run"> & {
  chatId: string;
  /** False for a chat that was never saved: nothing was sent and nothing was set. */
  exists: boolean;
  run: "idle" | "running" | "parked";
  /** While the model could not answer: when it is asked again, in Unix ms. */
  resumesAt: number | null;
  outbox: Outgoing[];
  /** A message that would cancel open cards: its person is asked first. */
  held: Held | null;
  trouble: "reconnecting" | "gone" | null;
  /** What broke the last answer, in words, until the next message. */
  problem: string | null;
  stopping: boolean;
};

export function newChat(chatId: string): ChatState {
  return {
    chatId,
    exists: false,
    title: "",
    instructions: "",
    model: null,
    policy: null,
    toolsOff: [],
    shownToReviewers: null,
    stopped: false,
    messages: [],
    earlier: 0,
    queue: [],
    outbox: [],
    held: null,
    run: "idle",
    resumesAt: null,
    version: -1,
    trouble: null,
    problem: null,
    stopping: false,
  };
}

/**
 * Takes over the server's state. Messages that are equal keep their identity, so that a reload draws nothing anew;
 * `live` is the answer that this tab streams, which is never older than the server's saved copy.
 */
export function withDetail(state: ChatState, detail: ChatDetail, live: ChatMessage | null): ChatState {
  const known = new Map(state.messages.map((message) => [message.id, message]));
  const at = state.messages.findIndex(({ id }) => id === detail.messages[0]?.id);
  // The server sends the newest; what was read before them stays.
  const kept = at < 0 ? [] : state.messages.slice(Math.max(0, at - detail.earlier), at);
  const newest = detail.messages.map((message) => {
    if (message.id === live?.id) return live;
    const before = known.get(message.id);
    return before !== undefined && JSON.stringify(before) === JSON.stringify(message) ? before : message;
  });
  const messages = [...kept, ...newest];
  if (live !== null && !messages.includes(live)) messages.push(live);
  const arrived = new Set([...messages, ...detail.queue].map((message) => message.id));
  return {
    ...state,
    exists: true,
    title: detail.title,
    instructions: detail.instructions,
    model: detail.model,
    policy: detail.policy,
    toolsOff: JSON.stringify(detail.toolsOff) === JSON.stringify(state.toolsOff) ? state.toolsOff : detail.toolsOff,
    shownToReviewers: detail.shownToReviewers,
    stopped: detail.stopped,
    messages,
    earlier: detail.earlier - kept.length,
    queue: detail.queue,
    outbox: state.outbox.filter((message) => !arrived.has(message.id)),
    run: live === null ? (detail.run?.status ?? "idle") : state.run,
    version: detail.version,
    trouble: null,
  };
}

/** Puts messages that come before those of the state in their place. */
export function withEarlier(state: ChatState, { messages, earlier }: ChatDetail): ChatState {
  return { ...state, messages: [...messages, ...state.messages], earlier };
}

/** The server has taken the message and answers it now. */
export function withAccepted(state: ChatState, sent: OutgoingMessage): ChatState {
  const { id, replaces } = sent;
  const kept = keptBefore(state.messages, replaces).filter((message) => message.id !== id);
  return {
    ...state,
    exists: true,
    messages: [...kept, userMessage(sent)],
    outbox: state.outbox.filter((message) => message.id !== id),
    run: "running",
    trouble: null,
    problem: null,
  };
}

export function withQueued(state: ChatState, { id, text }: OutgoingMessage): ChatState {
  const queue = state.queue.some((message) => message.id === id) ? state.queue : [...state.queue, { id, text }];
  return { ...state, exists: true, queue, outbox: state.outbox.filter((message) => message.id !== id), trouble: null };
}

/** The message was not taken; it stays visible with the reason. */
export function withProblem(state: ChatState, messageId: string, problem: string): ChatState {
  return { ...state, outbox: state.outbox.map((each) => (each.id === messageId ? { ...each, problem } : each)) };
}

/** Puts the streamed answer in its place. */
export function withLive(state: ChatState, live: ChatMessage): ChatState {
  const index = state.messages.findIndex((message) => message.id === live.id);
  const messages = index < 0 ? [...state.messages, live] : state.messages.with(index, live);
  return { ...state, messages };
}

/** The thread as a person sees it: the server's messages, and what is on its way to the server. */
export function shownMessages(state: Pick<ChatState, "messages" | "outbox">): ChatMessage[] {
  if (state.outbox.length === 0) return state.messages;
  const cut = state.outbox.find((message) => message.replaces !== undefined)?.replaces;
  return [...keptBefore(state.messages, cut), ...state.outbox.map(userMessage)];
}

const shown = new WeakMap<ChatState, ChatMessage[]>();

/** The shown messages of a state, computed once. */
export function messagesOf(state: ChatState): ChatMessage[] {
  const known = shown.get(state) ?? shownMessages(state);
  shown.set(state, known);
  return known;
}

/** Open approvals of a chat, in the order of the thread. */
export function openApprovals(messages: readonly ChatMessage[]): ApprovalView[] {
  return messages.flatMap(approvalsOf).filter((view) => view.status === "pending");
}

/**
 * What a message cancels, as far as this tab knows. While a tool works, one that replaces nothing waits for its turn, and
 * cancels nothing.
 */
export function cancelledBy({ replaces }: Pick<OutgoingMessage, "replaces">, state: ChatState): OpenCards {
  const open = state.run === "running" && replaces === undefined ? [] : openApprovals(state.messages);
  const others = open.filter(({ audience }) => audience !== undefined);
  return { open: open.length, others: others.length };
}

/** The open approvals that the person of the chat answers; the others wait for somebody else. */
export function ownApprovals(messages: readonly ChatMessage[]): ApprovalView[] {
  return openApprovals(messages).filter(({ audience }) => audience === undefined || audience.mayAnswer);
}

/** The approvals of an answer in the order of its calls; those of calls side by side are opened in any order. */
export function approvalsOf({ parts }: ChatMessage): ApprovalView[] {
  const places = new Map<string, number>();
  for (const [place, part] of parts.entries())
    if (part.type === "dynamic-tool" && !places.has(part.toolCallId)) places.set(part.toolCallId, place);
  return parts
    .flatMap((part, place) =>
      part.type === "data-approval" ? [{ view: part.data, place: places.get(part.data.toolCallId) ?? place }] : [],
    )
    .toSorted((one, other) => one.place - other.place)
    .map(({ view }) => view);
}

export function textOf(message: ChatMessage): string {
  return message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
}

function keptBefore(messages: ChatMessage[], messageId: string | undefined): ChatMessage[] {
  const index = messages.findIndex((message) => message.id === messageId);
  return index < 0 ? messages : messages.slice(0, index);
}

/** What a person put into a message. */
export function resourcesOf({ parts }: ChatMessage): AttachedResource[] {
  return parts.flatMap((part) => (part.type === "data-resource" ? [part.data] : []));
}

function userMessage({ id, text, resources = [] }: OutgoingMessage): ChatMessage {
  const attached = resources.map((data) => ({ type: "data-resource" as const, data }));
  return { id, role: "user", parts: [{ type: "text", text }, ...attached] };
}
