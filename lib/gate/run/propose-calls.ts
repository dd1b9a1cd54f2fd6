import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import { digestOf } from "#lib/approvals/digest.ts";
import { isJsonObject } from "#lib/untrusted/json.ts";
import { refuseUnsafeJson } from "#lib/untrusted/refuse-unsafe-json.ts";
import type { ToolAsJudged } from "#lib/policies/changes/recorded-call.ts";
import type { OfferedTo, Tool } from "#lib/gate/contract/tool.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { insertToolCalls, type NewToolCall } from "#lib/store/calls/insert-tool-calls.ts";
import { insertRun, noMessage } from "#lib/store/runs/runs.ts";
import type { RunRow } from "#lib/store/schema/schema.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

/** What somebody wants to call. `toolCallId` is theirs, and unique in the run. */
type Wanted = { toolCallId: string; wireName: string; input: unknown };

/** A call before it has its place in a run. */
export type Proposed = Omit<NewToolCall, "step" | "position">;

/** The call of a run as every door proposes it: its arguments checked, and bound by their digest. */
export function proposeCall(
  { id: run_id, chat_id, person_id }: Pick<RunRow, "id" | "chat_id" | "person_id">,
  tool: Tool | undefined,
  { toolCallId, wireName, input }: Wanted,
): Proposed | { problem: string } {
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

/** What a door without a model wants to call, and what it stores of the call beside that. */
export type WantedCall = {
  wireName: string;
  input: unknown;
  about?: Pick<NewToolCall, "caller" | "outside_json" | "app_of">;
};

/** Nothing can be proposed of this. The message ends a sentence that says so. */
export class NotProposed extends Error {
  override name = "NotProposed";
}

type Calls = {
  personId: string;
  /** Who is offered the tools: a door, or an app under a result. */
  origin: OfferedTo["origin"];
  chatId: string;
  wanted: readonly WantedCall[];
};

/**
 * Stores calls that no model proposed, with a run for them that has no messages. This process holds the run. Throws
 * `NotProposed`.
 */
export async function proposeCalls(
  { database, newId, processId, catalogue }: Gate,
  trx: Trx,
  { personId, origin, chatId, wanted }: Calls,
): Promise<{ run: RunRow; calls: Proposed[] }> {
  const none = { user_message_id: noMessage, message_id: noMessage, model: "" };
  const of = { id: newId(), chat_id: chatId, person_id: personId, owner: processId };
  const run = await insertRun(database, trx, { ...of, ...none });
  const offered = catalogue.offered({ personId, origin });
  const calls = wanted.map(({ wireName, input, about }, position) => {
    const call = proposeCall(run, offered.get(wireName), { toolCallId: newId(), wireName, input });
    if ("problem" in call) throw new NotProposed(call.problem);
    return { ...call, ...about, step: 1, position };
  });
  await insertToolCalls(database, trx, calls);
  return { run, calls };
}
