import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import { digestOf } from "#lib/approvals/digest.ts";
import { isJsonObject } from "#lib/untrusted/json.ts";
import { refuseUnsafeJson } from "#lib/untrusted/refuse-unsafe-json.ts";
import type { ToolAsJudged } from "#lib/policies/changes/recorded-call.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import type { NewToolCall } from "#lib/store/calls/tool-calls.ts";
import type { RunRow } from "#lib/store/schema/schema.ts";

/** What somebody wants to call. `toolCallId` is theirs, and unique in the run. */
type Wanted = { toolCallId: string; wireName: string; input: unknown };

/** The call of a run as every door proposes it: its arguments checked, and bound by their digest. */
export function proposeCall(
  { id: run_id, chat_id, person_id }: Pick<RunRow, "id" | "chat_id" | "person_id">,
  tool: Tool | undefined,
  { toolCallId, wireName, input }: Wanted,
): Omit<NewToolCall, "step" | "position"> | { problem: string } {
  if (!tool) return { problem: "there is no such tool" };
  const checked = refuseUnsafeJson(input);
  if ("problem" in checked) return checked;
  if (!isJsonObject(checked.value)) return { problem: "they are not a JSON object" };
  const argumentsJson = canonicalJson(checked.value);
  const { fingerprint, name: tool_name, flag, annotations, risk } = tool;
  const { id: server_id, trusted } = tool.server;
  const bound = { serverId: server_id, toolName: tool_name, fingerprint, chatId: chat_id, personId: person_id };
  return {
    id: `${run_id}.${toolCallId}`,
    run_id,
    chat_id,
    person_id,
    tool_call_id: toolCallId,
    wire_name: wireName,
    server_id,
    tool_name,
    fingerprint,
    arguments_json: argumentsJson,
    // What policies look at, kept with each call, so that a later policy can judge it again.
    tool_json: JSON.stringify({ v: 1, trusted, flag, annotations, risk } satisfies ToolAsJudged),
    digest: digestOf({ ...bound, argumentsJson }),
  };
}
