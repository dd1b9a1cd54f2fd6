import type { StoredDecision } from "#lib/approvals/decision.ts";
import type { SelfTestRun } from "#lib/chat/self-test-run.ts";
import type { Database } from "#lib/store/engine/database.ts";

const mostListed = 5;

/** The latest calls of our own tool of this name that a person's clients made. */
export async function selfTestsOf(
  { db }: Database,
  { personId, server, tool }: { personId: string; server: string; tool: string },
): Promise<SelfTestRun[]> {
  const rows = await db
    .selectFrom("tool_calls")
    .innerJoin("gateway_calls", "gateway_calls.call_id", "tool_calls.id")
    .innerJoin("client_sessions", "client_sessions.chat_id", "tool_calls.chat_id")
    .innerJoin("chats", "chats.id", "tool_calls.chat_id")
    .leftJoin("approvals", "approvals.call_id", "tool_calls.id")
    .select(["tool_calls.id", "client_sessions.name", "tool_calls.created_at", "gateway_calls.handed_over_at"])
    .select(["approvals.status", "approvals.requested_at", "approvals.decided_at", "approvals.decision_json"])
    .where("chats.person_id", "=", personId)
    .where("tool_calls.server_id", "=", server)
    .where("tool_calls.tool_name", "=", tool)
    .orderBy("tool_calls.created_at", "desc")
    .limit(mostListed)
    .execute();
  return rows.map(({ id, name, created_at, handed_over_at, status, requested_at, decided_at, decision_json }) => ({
    id,
    client: name,
    at: created_at,
    approved: status === "accepted",
    endedIn: status === "pending" || decision_json === null ? null : endedIn(decision_json),
    seconds: requested_at === null || decided_at === null ? null : Math.round((decided_at - requested_at) / 1_000),
    handedOver: handed_over_at !== null,
  }));
}

function endedIn(decision: string): NonNullable<SelfTestRun["endedIn"]> {
  // Written by the gate alone.
  const { endedBy } = JSON.parse(decision) as StoredDecision;
  return endedBy === "attested" ? "client" : endedBy === "person" ? "app" : "nobody";
}
