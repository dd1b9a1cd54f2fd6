import type { ChatMessage } from "#lib/chat/chat-message.ts";
import { modelMessages } from "./model-messages.ts";
import { noPictures } from "./pictures.ts";

/** A low estimate: no language, and no code, has fewer bytes to a token. */
const bytesOfToken = 3;
/** The answer's share of what a model reads at once, unless it is set. */
const usualAnswer = { share: 0.25, most: 16_000 };
/** From here on a chat is nearly too long. */
const nearly = 0.8;

/** `left`: how many messages at the beginning are not sent. `isNearlyFull`: all are, but soon they will not be. */
export type Fitted = { history: ChatMessage[]; left: number; isNearlyFull: boolean };

type Room = {
  /** How many tokens the model reads at once. */
  contextTokens: number;
  answerTokens: number | null;
  /** Bytes that are sent beside the messages. */
  besideBytes: number;
};

/**
 * The newest part of a chat that fits into what its model reads at once, beginning with a question. The last question and
 * the answer to it so far are always sent; if even they do not fit, the provider refuses them.
 */
export function withinContext(history: ChatMessage[], { contextTokens, answerTokens, besideBytes }: Room): Fitted {
  const answer = answerTokens ?? Math.min(contextTokens * usualAnswer.share, usualAnswer.most);
  const room = (contextTokens - answer) * bytesOfToken - besideBytes;
  const sizes = history.map((message) => Buffer.byteLength(JSON.stringify(modelMessages([message], noPictures))));
  const all = sizes.reduce((sum, size) => sum + size, 0);
  if (all <= room) return { history, left: 0, isNearlyFull: all > room * nearly };
  const question = history.findLastIndex(({ role }) => role === "user");
  let left = 0;
  for (let kept = all; kept > room && left < question; left += 1) kept -= sizes[left] ?? 0;
  while (left < question && history[left]?.role !== "user") left += 1;
  return { history: history.slice(left), left, isNearlyFull: false };
}
