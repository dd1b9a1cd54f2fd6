import type { ChatMessage } from "#lib/chat/chat-message.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";

/** An app under a result, and what it called since: a message that holds these calls with their cards. */
export type AppView = {
  /** Of the accepted app. Another one is another app. */
  fingerprint: string;
  calls: ChatMessage;
};

/** An app as it is put into its frame. */
export type OpenedApp = {
  fingerprint: string;
  html: string;
  /** The address of its frame. */
  frame: string;
  /** What its tool was called with, and what came of it. */
  input: JsonObject;
  result: JsonObject;
};
