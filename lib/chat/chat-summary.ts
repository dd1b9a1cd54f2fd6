import type { ChatMessage } from "./chat-message.ts";

/** One line of the sidebar. Times are Unix ms. */
export type ChatSummary = {
  id: string;
  title: string;
  updatedAt: number;
  /** Open approvals in this chat that its person may answer. */
  waiting: number;
  running: boolean;
};

/** A message sent while the run was busy: it starts its own run when the present one ends. */
export type QueuedMessage = { id: string; text: string };

/** Open approvals that a message would cancel, and how many of them wait for others than the person of the chat. */
export type OpenCards = { open: number; others: number };

/** What a page needs to draw a chat. `messages` includes the answer in progress. */
export type ChatDetail = {
  id: string;
  title: string;
  instructions: string;
  /** Key of the chosen model, or null for the default. */
  model: string | null;
  /** `denyAll`: shadow mode, which shows calls and runs none. null: the policy of the instance. */
  policy: "denyAll" | null;
  /** Tools that are switched off, each `server/*` or `server/tool`. */
  toolsOff: string[];
  /** Whether who may answer a call of it reads the words around that call; null where there is no team. */
  shownToReviewers: boolean | null;
  /** Whether the policy of the whole app refuses every call, whatever the chat's own. */
  stopped: boolean;
  /** The newest ones, together about a megabyte. */
  messages: ChatMessage[];
  /** How many come before these. */
  earlier: number;
  queue: QueuedMessage[];
  run: { id: string; status: "running" | "parked" } | null;
  /** Grows with every change of the chat; a client with a smaller number reloads. */
  version: number;
};

/** Events of `GET /api/events`, one JSON object per server-sent event. */
export type AppEvent =
  | { type: "chat"; chatId: string; version: number; run: "running" | "parked" | "idle" }
  | { type: "chats" }
  /** Something changed in what others ask and this person may answer. */
  | { type: "approvals" }
  | { type: "servers" }
  /** Resources changed that somebody put into a chat. */
  | { type: "sources" }
  /** Another policy is in force for the whole app, or waits. `stopped`: it refuses every call. */
  | { type: "policy"; stopped: boolean };

/** `price`: US dollars for a million tokens, where its person said it. */
export type ModelChoice = {
  key: string;
  label: string;
  demo: boolean;
  price?: { read: number; written: number };
};

export type ServerSummary = {
  id: string;
  title: string;
  origin: string;
  trusted: boolean;
  status: "waiting" | "connecting" | "up" | "down";
  /** Why it is down, in words. */
  problem: string | null;
  /** How much of it waits for a review on the tools page; none of that is used. */
  waiting: number;
  /** Why people should look at it before anything else, a sentence each. */
  alarms: string[];
  /** The tools among that. */
  unreviewed: number;
  /** `app`: its results are shown with an app, or will be once that is reviewed; absent where there is none. */
  tools: {
    name: string;
    title: string;
    approval: "inherit" | "always" | "never";
    asks: boolean;
    app?: "shown" | "waits";
  }[];
};

/** What is known of a server while it runs, without what people have yet to review of it. */
export type LiveServer = Omit<ServerSummary, "waiting" | "alarms" | "unreviewed">;
