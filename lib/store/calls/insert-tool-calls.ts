import { sql } from "kysely";
import type { Database } from "#lib/store/engine/database.ts";
import { preparedAt } from "#lib/store/engine/prepared.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

export type NewToolCall = Pick<
  ToolCallRow,
  | "id"
  | "run_id"
  | "chat_id"
  | "person_id"
  | "tool_call_id"
  | "step"
  | "position"
  | "wire_name"
  | "server_id"
  | "tool_name"
  | "fingerprint"
  | "arguments_json"
  | "digest"
> &
  Partial<Pick<ToolCallRow, "agents_json" | "parent_id" | "tool_json" | "caller" | "outside_json" | "app_of">>;

/** Records the calls of one model step, in the model's order. */
export async function insertToolCalls({ now }: Database, trx: Trx, calls: readonly NewToolCall[]): Promise<void> {
  for (const call of calls) await inserted({ db: trx, now }, { ...unsaid, ...call });
}

const unsaid = { agents_json: "[]", parent_id: null, tool_json: null, caller: null, outside_json: null, app_of: null };

const inserted = preparedAt((db, call: Required<NewToolCall>, now) =>
  db.insertInto("tool_calls").values({
    id: call.id,
    run_id: call.run_id,
    chat_id: call.chat_id,
    person_id: call.person_id,
    tool_call_id: call.tool_call_id,
    step: call.step,
    position: call.position,
    wire_name: call.wire_name,
    server_id: call.server_id,
    tool_name: call.tool_name,
    fingerprint: call.fingerprint,
    arguments_json: call.arguments_json,
    digest: call.digest,
    agents_json: call.agents_json,
    parent_id: call.parent_id,
    tool_json: call.tool_json,
    caller: call.caller,
    outside_json: call.outside_json,
    app_of: call.app_of,
    effective_json: call.arguments_json,
    state: "proposed",
    verdict_json: null,
    started_fence: null,
    resumption_json: null,
    result_json: null,
    created_at: sql<number>`${now}`,
    started_at: null,
    ended_at: null,
  }),
);
