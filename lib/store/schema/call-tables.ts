import type { Generated } from "kysely";
import type { ToolCallState } from "#lib/approvals/states.ts";
import type { Caller } from "#lib/verdict/caller.ts";

export type ToolCallsTable = {
  id: string;
  run_id: string;
  chat_id: string;
  person_id: string;
  /** The model's id of the call: the id of the tool part. */
  tool_call_id: string;
  step: number;
  position: number;
  wire_name: string;
  server_id: string;
  tool_name: string;
  /** Fingerprint of the tool's definition when the call was proposed. */
  fingerprint: string;
  /** Canonical JSON as the model proposed it. */
  arguments_json: string;
  /** Canonical JSON of the arguments that run; differs from the proposal when a person edited it. */
  effective_json: string;
  /** Digest of the arguments that run. */
  digest: string;
  state: ToolCallState;
  verdict_json: string | null;
  /** What policies read beside the arguments when the call was proposed: ToolAsJudged. null for older calls. */
  tool_json: Generated<string | null>;
  /** Who called from outside, such as `gateway:<name of its key>`; null for the calls of our own models. */
  caller: Generated<Exclude<Caller, "chat"> | null>;
  /** What an agent elsewhere says of the call: SaidOfCall. null for every other call. */
  outside_json: Generated<string | null>;
  /** Names of the agents between the chat and the call, outermost first: string[]. */
  agents_json: Generated<string>;
  /** The delegating call above this one; null for the chat's own calls. */
  parent_id: Generated<string | null>;
  /** The call whose result an app was shown under when it made this one; null for every call that no app made. */
  app_of: Generated<string | null>;
  /** The grant it was started on: see GrantUse. null for every other call. */
  grant_json: Generated<string | null>;
  /** Fence under which it was started; a newer holder that finds it running marks it unknown. */
  started_fence: number | null;
  /** State to resume an interrupted call: answers and the server's opaque state. Never shown to anyone. */
  resumption_json: string | null;
  /** What the model is told: see StoredResult. */
  result_json: string | null;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
};

/** A worker's answer so far; its calls are in `tool_calls`, with the delegating call as their parent. */
export type DelegationsTable = {
  call_id: string;
  run_id: string;
  agent: string;
  /** Model steps so far. */
  rounds: number;
  /** Version of the shape of `parts_json`, as of a message's. */
  shape: number;
  parts_json: string;
  /** The worker's final answer: StoredAnswer; null while it works. */
  answer_json: string | null;
};
