import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import type { ApprovalFlag } from "#lib/verdict/verdict.ts";
import type { ToolAnnotations } from "#lib/verdict/tool-annotations.ts";
import type { Database } from "#lib/store/engine/database.ts";

/** One call as a test makes it up. */
export type PastCall = {
  tool: string;
  args: JsonObject;
  /** With what it ran where it was edited. */
  ran?: JsonObject;
  /** What was done: it ran unasked, was refused, or was asked about and answered so. */
  did: "ran" | "refused" | "accepted" | "edited" | "declined" | "cancelled" | "expired" | "pending" | "never-judged";
  chat?: string;
  trusted?: boolean;
  flag?: ApprovalFlag;
  annotations?: ToolAnnotations;
  /** Unix ms; one after the other by default. */
  at?: number;
  /** As a call of before what was kept of tools. */
  old?: boolean;
};

const begin = Date.UTC(2026, 0, 1);

/** Writes calls of the past into an empty store, as the gate would have left them. */
export async function writeHistory({ db }: Database, calls: readonly PastCall[], from = 0): Promise<void> {
  const times = { created_at: begin, updated_at: begin };
  if (from === 0)
    await db
      .insertInto("people")
      .values({ id: "kim", name: "Kim", created_at: begin })
      .onConflict((row) => row.doNothing())
      .execute();
  const chats = [...new Set(calls.map(({ chat = "chat" }) => chat))];
  const known = await db.selectFrom("chats").select("id").execute();
  for (const id of chats.filter((chat) => !known.some((row) => row.id === chat))) {
    const chat = { id, person_id: "kim", title: id, titled_by: "app" as const, instructions: "", model: null };
    await db
      .insertInto("chats")
      .values({ ...chat, version: 1, ...times })
      .execute();
    const run = { id: `run-${id}`, chat_id: id, person_id: "kim", user_message_id: "u", message_id: "m" };
    const ended = { status: "done" as const, owner: null, fence: 1, lease_until: 0, rounds: 1, asks: 0 };
    await db
      .insertInto("runs")
      .values({ ...run, ...ended, model: "told", created_at: begin, ended_at: begin })
      .execute();
  }
  const rows = calls.map((call, index) => rowsOf(call, from + index));
  for (let at = 0; at < rows.length; at += 200) {
    const some = rows.slice(at, at + 200);
    await db
      .insertInto("tool_calls")
      .values(some.map(({ call }) => call))
      .execute();
    const approvals = some.flatMap(({ approval }) => approval ?? []);
    if (approvals.length > 0) await db.insertInto("approvals").values(approvals).execute();
  }
}

/** Nothing but what a trusted server calls read-only is of no risk. */
export function riskOfPast({ trusted = false, annotations = {} }: PastCall): 0 | 1 {
  return trusted && annotations.readOnlyHint === true ? 0 : 1;
}

function rowsOf(past: PastCall, index: number) {
  const { tool, args, did, chat = "chat", trusted = false, flag = "inherit", annotations = {}, old = false } = past;
  const at = past.at ?? begin + index * 1_000;
  const id = `call-${String(index).padStart(7, "0")}`;
  const json = canonicalJson(args);
  const started = did === "ran" || did === "accepted" || did === "edited";
  const common = { run_id: `run-${chat}`, chat_id: chat, person_id: "kim", tool_call_id: id, digest: "d" };
  const call = {
    ...common,
    digest: did === "edited" ? "edited" : common.digest,
    id,
    step: 0,
    position: index,
    wire_name: tool,
    server_id: "srv",
    tool_name: tool,
    fingerprint: "f",
    arguments_json: json,
    effective_json: did === "edited" ? canonicalJson(past.ran ?? { ...args, edited: true }) : json,
    state: started ? ("done" as const) : did === "pending" ? ("waiting" as const) : ("refused" as const),
    verdict_json: did === "refused" ? '{"verdict":"deny"}' : null,
    tool_json: old ? null : JSON.stringify({ v: 1, trusted, flag, annotations, risk: riskOfPast(past) }),
    started_fence: started ? 1 : null,
    resumption_json: null,
    result_json: null,
    created_at: at,
    started_at: started ? at : null,
    ended_at: at,
  };
  if (did === "ran" || did === "refused" || did === "never-judged") return { call, approval: null };
  const approval = {
    ...common,
    id: `ask-${id}`,
    call_id: id,
    kind: "tool-call" as const,
    status: did === "edited" ? ("accepted" as const) : did,
    subject_json: "{}",
    request_key: null,
    held_by: null,
    timeout_ms: 1,
    expires_at: at,
    extensions: 0,
    requested_at: at,
    decision_json: null,
    decided_by: started ? "kim" : null,
    answer_hash: null,
    decided_at: null,
  };
  return { call, approval };
}
