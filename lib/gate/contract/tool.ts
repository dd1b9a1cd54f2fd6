import type { JsonObject, JsonValue } from "#lib/untrusted/json.ts";
import type { PreviewSetting } from "#lib/approvals/preview/preview-setting.ts";
import type { Who } from "#lib/people/who.ts";
import type { Exposure } from "#lib/verdict/exposure.ts";
import type { Risk } from "#lib/verdict/risk.ts";
import type { ApprovalFlag } from "#lib/verdict/verdict.ts";
import type { ToolAnnotations } from "#lib/verdict/tool-annotations.ts";
import type { ChatOrigin, ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Clearance } from "./clearance.ts";

/**
 * A tool as the gate knows it, from an MCP server or authored in `lib/tools`. `call` is the only way to run it and
 * wants a clearance, which only the gate can make.
 */
export type Tool = {
  server: { id: string; title: string; origin: string; trusted: boolean };
  name: string;
  title: string;
  description: string;
  /** JSON Schema of the arguments; type object. */
  inputSchema: JsonObject;
  /** JSON Schema of what a result says as data; absent where the tool promises nothing. */
  outputSchema?: JsonObject;
  /** Pictures for lists of tools. Nothing here loads them. */
  icons?: Icon[];
  annotations: ToolAnnotations;
  /** How its server says that its tools are used, for models; somebody accepted it. */
  serverInstructions?: string;
  /** Where it is on offer. */
  exposure: Exposure;
  /** Who sees it beside people, as its server says; absent where that is the model alone. */
  seenBy?: { model: boolean; app: boolean };
  /** Its results are shown with an app of its server. */
  hasApp?: true;
  flag: ApprovalFlag;
  /** Where the flag came from, in words: "mcp.json", "the tool's own code", "default". */
  flagSource: string;
  risk: Risk;
  /** Where the risk came from, in words. */
  riskSource: string;
  /** Who may answer when a call of it asks. */
  who: Who;
  /** Template of the card's sentence, with `{toolName}`, `{args}` and names of arguments; null for the default. */
  prompt: string | null;
  /** The argument whose value a person types to approve a call of high risk; null: they type the tool's name. */
  confirmBy: string | null;
  /** What an owner says of its preview; absent or null: as it comes. */
  preview?: PreviewSetting | null;
  /** How long a question about this tool stays open. */
  timeoutMs: number;
  /** Nobody set that for this tool: it is the usual time. */
  timeoutIsUsual?: true;
  /** The owner says that calls with the same idempotency key take effect once, however often they are sent. */
  idempotent: boolean;
  /** SHA-256 of the definition (name, texts, schemas, annotations, server command or URL). */
  fingerprint: string;
  /** Name of the agent that a call of this tool gives work to; such a call is over when the work is. */
  worker?: string;
  call: (input: ClearedCall) => Promise<ToolOutcome>;
  /** Tells the server that nobody waits for a task of the tool any more. Never rejects. */
  cancelTask?: (task: { id: string; personId: string }) => Promise<void>;
};

/** A picture as MCP describes it: an address on the web, or the picture itself in a data URI. */
export type Icon = { src: string; mimeType?: string; sizes?: string[]; theme?: "light" | "dark" };

/** The answers and the opaque state with which a call goes on after an `input-required` outcome. */
export type Resumption = {
  inputResponses: Record<string, ElicitationAnswer>;
  requestState: string | null;
  /** Its server works on the call already: it is asked for that task, and the call is not sent again. */
  task?: ServerTask;
};

/** What a server made of a call that takes long (SEP-2663): asked for until it ends. */
export type ServerTask = {
  /** The server's own id. */
  id: string;
  /** How long it may still take, ms, from `since` (Unix ms) on; null: while people are asked, nothing counts. */
  leftMs: number;
  since: number | null;
  /** Its questions that were answered, by the server's keys. */
  answered: string[];
};

export type ClearedCall = {
  clearance: Clearance;
  /** Our own id of the call; passed to servers in `_meta` as idempotency key. */
  callId: string;
  /** The same however often the call is sent; null for a tool that is never called twice. */
  idempotencyKey: string | null;
  /** Whose chat the call belongs to. */
  personId: string;
  arguments: JsonObject;
  resumption: Resumption | null;
  /** Aborts when the person stops the run. */
  signal: AbortSignal;
  /**
   * Whether it may still go, for a call that had to wait after its start: what was tightened meanwhile counts (E15).
   * Never rejects.
   */
  mayStillGo: () => Promise<boolean>;
  /**
   * Keeps with the call that its server works on it as a task, so that whoever goes on with it asks for that task. Rejects
   * when somebody else goes on with it already.
   */
  keepTask: (task: ServerTask) => Promise<void>;
  /** Asks a person on behalf of the server while the call is in flight (old-era elicitation). */
  elicit: Elicit;
  onProgress: (progress: Progress) => void;
};

/**
 * What a tool reports while it runs; `isQueued`: it was not sent yet, and `message` says what it waits for: with `until`
 * "connection" for one that another call holds.
 */
export type Progress = {
  progress: number;
  total: number | null;
  message: string | null;
  isQueued?: true;
  until?: "connection" | OpenForm;
};

/** A server's question to a person in another call: where it waits, as far as the person of this call may know. */
export type OpenForm = { chat: { id: string; title: string } | null };

/** The result of a call in MCP's own words; size-capped by whoever ran it. */
export type ToolResult = {
  /** What people and models read: binary content is described in its place. */
  content: JsonObject[];
  structuredContent: JsonValue | null;
  isError: boolean;
  /** The server's own metadata about it. */
  meta?: JsonObject;
  /** How the structured content fails the tool's own output schema, in a sentence. */
  mismatch?: string;
  /** The described blocks as the server sent them, by their place in `content`. */
  whole?: WholeBlock[];
};
export type WholeBlock = { at: number; block: JsonObject };

export type ToolOutcome =
  | { kind: "result"; result: ToolResult }
  /** Somebody else runs it: they were told to, and what they do is not known here. */
  | { kind: "released"; result: ToolResult }
  /** The server answered with questions (2026-07-28 `input_required`); call again with a `Resumption`. */
  | {
      kind: "input-required";
      requests: Record<string, ElicitationRequest>;
      requestState: string | null;
      /** The task that asks; its answers go to the task. */
      task?: ServerTask;
    }
  /** The server did not begin: pages must be opened first (error -32042 of 2025-11-25); then the same call again. */
  | { kind: "links-first"; requests: Record<string, ElicitationRequest> }
  /** The server did not begin: the person must sign in to it, to be allowed what `scope` names; then the same call again. */
  | { kind: "sign-in-first"; scope: string | null; task?: ServerTask }
  /** Nothing ran: the request never reached the server. */
  | { kind: "not-sent"; message: string }
  /** The request went out and no answer came: nobody knows whether it ran. */
  | { kind: "unknown"; message: string };

/** A form (or link) that a server asks for; `requestedSchema` is raw and hostile until normalised. */
export type ElicitationRequest = {
  mode: "form" | "url";
  message: string;
  requestedSchema: unknown;
  url: string | null;
};

/** MCP's elicitation result. `content` only with `accept`. */
export type ElicitationAnswer = { action: "accept" | "decline" | "cancel"; content?: JsonObject };

/** Rejects when `signal` aborts or the question cannot be put to a person; never invents a decline. */
export type Elicit = (request: ElicitationRequest, signal: AbortSignal) => Promise<ElicitationAnswer>;

/** For whom tools are on offer: a person, and where their calls come from. An app is shown in a chat. */
export type OfferedTo = { personId: string; origin: ChatOrigin | "app" };

/** The tools that are there right now. Each is looked up by own property only. */
export type ToolCatalogue = {
  /** All of them, by wire name, whoever asks. */
  tools: () => ReadonlyMap<string, Tool>;
  /** Those that may be called by somebody, who is told of no other. */
  offered: (to: OfferedTo) => ReadonlyMap<string, Tool>;
  /** Wire names of tools that are there and not offered, because their definition changed and nobody accepted it. */
  quarantined: () => ReadonlySet<string>;
  /** Resolves when every server's first attempt to connect has ended, or some seconds after their start. */
  settled: () => Promise<void>;
  /**
   * Resolves when a call may be judged by what its server offers: the server had the time to come up after the start,
   * and no change that it announced is unread. Never rejects.
   */
  ready: (serverId: string, signal: AbortSignal) => Promise<void>;
  /** Why a server offers nothing, in a sentence; null when it offers something, or the reason is not known. */
  problemOf: (serverId: string) => string | null;
  /** Whether the owner declared the tool of a call idempotent, as far as that is known before its server is there. */
  mayRepeat: (call: Pick<ToolCallRow, "server_id" | "tool_name">) => boolean;
};

/** How closely a tool is watched, as a text to compare. */
export function oversightOf({ server, flag, risk, riskSource, who, confirmBy, fingerprint, worker }: Tool): string {
  return JSON.stringify([server.trusted, flag, risk, riskSource, who, confirmBy, fingerprint, worker ?? null]);
}

/** A result of one text: what our own tools say, and what we say in a tool's place. */
export function textResult(text: string, isError: boolean): ToolResult {
  return { content: [{ type: "text", text }], structuredContent: null, isError };
}
