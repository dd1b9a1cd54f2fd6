import type { DecideInput, DecideResult, ExtendResult } from "#components/cards/parts/card-props.ts";
import type { AttachedResource } from "#lib/chat/attached-resource.ts";
import type { ChatChunk } from "#lib/chat/chat-message.ts";
import type { ChatDetail, OpenCards } from "#lib/chat/chat-summary.ts";

export type OutgoingMessage = {
  id: string;
  text: string;
  replaces?: string;
  resources?: readonly AttachedResource[];
  /** Its person knows that it cancels the open cards. */
  cancelsCards?: true;
};

export type ReadResult = { kind: "chat"; chat: ChatDetail } | { kind: "missing" } | { kind: "signed-out" };
export type SendResult =
  | { kind: "stream"; chunks: AsyncIterable<ChatChunk> }
  | { kind: "queued" }
  /** The server has the message but sends no stream; its state tells the rest. */
  | { kind: "taken" }
  | { kind: "refused"; message: string }
  /** It would have cancelled these. */
  | { kind: "cards-open"; cards: OpenCards };
export type AttachResult = { kind: "stream"; chunks: AsyncIterable<ChatChunk> } | { kind: "idle" };

/** The server, or something before it, says that it cannot serve at the moment; the message says why. */
export class ServerBusy extends Error {
  override name = "ServerBusy";
}

/** What a chat needs of the server. Every method rejects when the server cannot be reached or breaks. */
export type ChatServer = {
  /** The newest messages; with the id of a message those before it. */
  read: (chatId: string, before?: string) => Promise<ReadResult>;
  send: (chatId: string, message: OutgoingMessage, signal: AbortSignal) => Promise<SendResult>;
  attach: (chatId: string, signal: AbortSignal) => Promise<AttachResult>;
  stop: (chatId: string) => Promise<void>;
  unqueue: (chatId: string, messageId: string) => Promise<void>;
  change: (chatId: string, change: ChatChange) => Promise<void>;
  decide: (approvalId: string, input: DecideInput) => Promise<DecideResult>;
  extend: (approvalId: string) => Promise<ExtendResult>;
};

export type ChatChange = {
  title?: string;
  instructions?: string;
  model?: string | null;
  policy?: "denyAll" | null;
  toolsOff?: string[];
  shownToReviewers?: boolean;
};
