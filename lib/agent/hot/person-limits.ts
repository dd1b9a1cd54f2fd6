import type { Notice } from "#lib/approvals/notice.ts";

/** What one person may have and use, whatever their role: it bounds a program in a loop or a stolen key. */
export type PersonLimits = {
  chats: number;
  /** Messages that wait in one chat. */
  queued: number;
  messagesPerHour: number;
  /** Tokens of the models, in and out. */
  tokensPerDay: number;
};

export const noPersonLimits: PersonLimits = {
  chats: Infinity,
  queued: Infinity,
  messagesPerHour: Infinity,
  tokensPerDay: Infinity,
};

/** Why a message was not taken. `leftMs`: time until it may be. */
export type LimitReached = { limit: "chats" } | { limit: "queued" } | { limit: "messages"; leftMs: number };

/** Rolls back the transaction that throws it. */
export class OverLimit extends Error {
  override name = "OverLimit";
  readonly reached: LimitReached;

  constructor(reached: LimitReached) {
    super(`The limit of ${reached.limit} is reached.`);
    this.reached = reached;
  }
}

/** What the person, or their program, is told. */
export function limitWords(reached: LimitReached, most: PersonLimits): string {
  if (reached.limit === "chats")
    return `You have ${most.chats} chats, the most one person may have. Delete some that you no longer need.`;
  if (reached.limit === "queued")
    return `${most.queued} messages wait in this chat, the most that may. Send more once some of them were answered.`;
  return `You have sent ${most.messagesPerHour} messages within an hour, the most one person may; long ones count as several. Send this one again in ${inWords(reached.leftMs)}.`;
}

/** What stands in the chat when nothing more is sent to the model. */
export function tokensUsedUp(leftMs: number, { tokensPerDay }: PersonLimits): Notice {
  const text = `Your chats have used ${tokensPerDay} tokens of the models within a day, the most one person may, so nothing more was sent to the model. It goes on in ${inWords(leftMs)}: then send a message. Whoever runs this app can raise TOKENS_PER_DAY.`;
  return { kind: "budget", text, retry: false };
}

/** The same in every language. */
function inWords(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  return minutes <= 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
