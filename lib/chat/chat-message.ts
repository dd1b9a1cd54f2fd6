import type { AttachedResource } from "./attached-resource.ts";
import type { UIMessage, UIMessageChunk } from "ai";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import type { Notice } from "#lib/approvals/notice.ts";
import type { GrantUse } from "#lib/grants/grant-use.ts";
import type { Unasked } from "#lib/verdict/unasked.ts";

/**
 * Progress that a tool reports while it runs (MCP notifications/progress), or what its call waits for before it is sent
 * (`isQueued`). `toolCallId` is also the part's id.
 */
export type ToolProgress = {
  toolCallId: string;
  progress: number;
  total: number | null;
  message: string | null;
  isQueued?: true;
  /** It waits for a connection that another call holds; with `chat`, until the form there, of the same person, is answered. */
  until?: "connection" | { chat: { id: string; title: string } | null };
};

/** Whether the run is working or only waits for people. Transient: never stored in a message. */
export type RunState = {
  runId: string;
  status: "running" | "parked";
  /** While its model could not answer: when it is asked again, in Unix ms. */
  resumesAt?: number;
};

export type ChatData = {
  /** Part id: the approval's id. */
  approval: ApprovalView;
  notice: Notice;
  progress: ToolProgress;
  /** A call ran on a standing grant. Part id: the tool call's. */
  grant: GrantUse & { toolCallId: string };
  /** Why a call ran without asking. Part id: the tool call's. */
  unasked: Unasked & { toolCallId: string };
  run: RunState;
  /** In a person's message: what they put there. */
  resource: AttachedResource;
};

export type ChatMetadata = {
  /** Unix ms on the database clock. */
  createdAt?: number;
  /** Model that answered, for example `openai:gpt-5` or `demo`. */
  model?: string;
};

/** The one message type shared by store, agent, routes and components. Tool parts are always `dynamic-tool`. */
export type ChatMessage = UIMessage<ChatMetadata, ChatData>;
export type ChatChunk = UIMessageChunk<ChatMetadata, ChatData>;

/** A call in a message, with what became of it. */
export type ToolPart = Extract<ChatMessage["parts"][number], { type: "dynamic-tool" }>;

/** The `toolMetadata` of every tool part: who runs the tool. */
export type ToolPartMetadata = {
  serverId: string;
  serverTitle: string;
  toolName: string;
  /** Agents between the chat and the call, outermost first; absent for the chat's own calls. */
  agents?: string[];
};
