import { sql } from "kysely";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { holdPerson } from "#lib/store/people/person-counts.ts";
import { prepared } from "#lib/store/engine/prepared.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import { wasDeclined } from "#lib/store/calls/was-declined.ts";

const hourMs = 3_600_000;

/**
 * Whether a person may be asked about one more tool call: fewer than `most` in the last hour. Locks the person until
 * the transaction ends, so that runs that ask at the same time count one another.
 */
export async function mayAskMore(
  database: Database,
  trx: Trx,
  { personId, most }: { personId: string; most: number },
): Promise<boolean> {
  if (most === Infinity) return true;
  await holdPerson(database, trx, personId);
  const asked = await trx
    .selectFrom("approvals")
    .select("id")
    .where("person_id", "=", personId)
    .where("kind", "=", "tool-call")
    .where("requested_at", ">", sql<number>`(select ${database.now}) - ${hourMs}`)
    .limit(most)
    .execute();
  return asked.length < most;
}

/** How often earlier steps of the run asked about the call's tool, and how often that was declined. */
export async function earlierAsks(
  trx: Trx,
  { run_id, wire_name, step }: Pick<ToolCallRow, "run_id" | "wire_name" | "step">,
): Promise<{ asked: number; declined: number }> {
  // The first step has none before it.
  if (step <= 1) return { asked: 0, declined: 0 };
  const { rows } = await askedBefore(trx, { run_id, wire_name, step });
  return { asked: rows.length, declined: rows.filter(({ declined }) => declined === 1).length };
}

type Asked = Pick<ToolCallRow, "run_id" | "wire_name" | "step">;

const askedBefore = prepared((db, { run_id, wire_name, step }: Asked) =>
  db
    .selectFrom("approvals")
    .innerJoin("tool_calls", "tool_calls.id", "approvals.call_id")
    .select(sql<number>`case when ${wasDeclined} then 1 else 0 end`.as("declined"))
    .where("approvals.run_id", "=", run_id)
    .where("approvals.kind", "=", "tool-call")
    .where("tool_calls.wire_name", "=", wire_name)
    .where("tool_calls.step", "<", step),
);
