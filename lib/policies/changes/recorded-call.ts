import { agentsOf } from "#lib/approvals/agents-of.ts";
import type { ApprovalStatus } from "#lib/approvals/states.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import { callerOf, type Caller } from "#lib/verdict/caller.ts";
import type { ApprovalFlag, CallToJudge } from "#lib/verdict/verdict.ts";
import type { ToolAnnotations } from "#lib/verdict/tool-annotations.ts";
import type { Risk } from "#lib/verdict/risk.ts";

/** Stored with a call as it was proposed. */
export type ToolAsJudged = { v: 1; trusted: boolean; flag: ApprovalFlag; annotations: ToolAnnotations; risk: Risk };

/** A call of the past, as far as a rehearsal needs it. */
export type RecordedCall = {
  id: string;
  chatId: string;
  /** When it was proposed, and started if it was; Unix ms. */
  at: number;
  startedAt: number | null;
  /** With the arguments that the model proposed. */
  call: CallToJudge;
  argumentsJson: string;
  /** With these it ran, if it did: a person may have edited them. */
  ran: JsonObject;
  /** What became of the question about it; null where nobody was asked. */
  answer: Exclude<ApprovalStatus, "accepted"> | "accepted" | "edited" | null;
};

/** The columns of a call's row that are read. */
export type RecordedRow = {
  id: string;
  chat_id: string;
  person_id: string;
  server_id: string;
  tool_name: string;
  arguments_json: string;
  effective_json: string;
  agents_json: string;
  caller: Exclude<Caller, "chat"> | null;
  tool_json: string | null;
  created_at: number;
  started_at: number | null;
  status: ApprovalStatus | null;
};

/** Nothing is known of a call that was recorded without it, so nothing speaks for the call. */
const unknownTool: ToolAsJudged = { v: 1, trusted: false, flag: "inherit", annotations: {}, risk: 1 };

/** `person` is who the caller is now: roles of the past are not kept. */
export function recordedCall(row: RecordedRow, person: CallToJudge["person"]): RecordedCall {
  // Only the gate writes it.
  const tool = row.tool_json === null ? unknownTool : (JSON.parse(row.tool_json) as ToolAsJudged);
  const agents = agentsOf(row);
  const edited = row.status === "accepted" && row.effective_json !== row.arguments_json;
  return {
    id: row.id,
    chatId: row.chat_id,
    at: row.created_at,
    startedAt: row.started_at,
    call: {
      server: { id: row.server_id, trusted: tool.trusted },
      tool: { name: row.tool_name, flag: tool.flag, annotations: tool.annotations, risk: tool.risk },
      arguments: objectIn(row.arguments_json),
      person,
      chat: { id: row.chat_id },
      caller: row.caller ?? callerOf(agents),
      agents,
    },
    argumentsJson: row.arguments_json,
    ran: objectIn(row.effective_json),
    answer: edited ? "edited" : row.status,
  };
}

function objectIn(json: string): JsonObject {
  const args = JSON.parse(json) as JsonValue;
  return isJsonObject(args) ? args : {};
}
