import type { StoredDecision } from "#lib/approvals/decision.ts";
import type { SelfTestRun } from "#lib/chat/self-test-run.ts";
import type { Database } from "#lib/store/engine/database.ts";

type Of = {
  personId: string;
  keyId: string;
  /** As the client says of itself. */
  name: string;
  /** Our own tool, which clients call to be tested. */
  server: string;
  tool: string;
};

/** The latest self-test of a client, by its key and the name that it gives itself; null where it made none. */
export async function latestSelfTest({ db }: Database, of: Of): Promise<SelfTestRun | null> {
  const row = await db
    .selectFrom("client_sessions")
    .innerJoin("chats", "chats.id", "client_sessions.chat_id")
    .innerJoin("tool_calls", "tool_calls.chat_id", "client_sessions.chat_id")
    .innerJoin("gateway_calls", "gateway_calls.call_id", "tool_calls.id")
    .leftJoin("approvals", "approvals.call_id", "tool_calls.id")
    .select(["tool_calls.id", "tool_calls.created_at", "gateway_calls.handed_over_at"])
    .select(["gateway_calls.asked_by", "gateway_calls.held_ms"])
    .select(["approvals.status", "approvals.requested_at", "approvals.decided_at", "approvals.decision_json"])
    .where("client_sessions.key_id", "=", of.keyId)
    .where("client_sessions.name", "=", of.name)
    .where("chats.person_id", "=", of.personId)
    .where("tool_calls.server_id", "=", of.server)
    .where("tool_calls.tool_name", "=", of.tool)
    .orderBy("tool_calls.created_at", "desc")
    .orderBy("tool_calls.id")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { status, requested_at, decided_at, decision_json, held_ms } = row;
  return {
    id: row.id,
    at: row.created_at,
    askedBy: row.asked_by,
    approved: status === "accepted",
    endedIn: status === "pending" || decision_json === null ? null : endedIn(decision_json),
    seconds: requested_at === null || decided_at === null ? null : Math.round((decided_at - requested_at) / 1_000),
    heldSeconds: Number(held_ms) / 1_000,
    handedOver: row.handed_over_at !== null,
  };
}

function endedIn(decision: string): NonNullable<SelfTestRun["endedIn"]> {
  // Written by the gate alone.
  const { endedBy } = JSON.parse(decision) as StoredDecision;
  return endedBy === "attested" ? "client" : endedBy === "person" ? "app" : "nobody";
}
