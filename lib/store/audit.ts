import { sql } from "kysely";
import type { AuditEvent } from "#lib/audit/events.ts";
import type { Database, Trx } from "./database.ts";
import { noteInOutbox } from "./outbox.ts";
import { noteRecorded, type AuditScope } from "./recorded.ts";

/** Writes an audit row for each of the events. Part of the caller's transaction: a change without its record does not commit. */
export async function record(
  { now }: Pick<Database, "now">,
  trx: Trx,
  scope: AuditScope,
  ...events: AuditEvent[]
): Promise<void> {
  const rows = events.map(({ kind, ...detail }) => ({
    at: sql<number>`${now}`,
    kind,
    person_id: scope.personId ?? null,
    chat_id: scope.chatId ?? null,
    run_id: scope.runId ?? null,
    call_id: scope.callId ?? null,
    approval_id: scope.approvalId ?? null,
    detail_json: JSON.stringify(detail),
  }));
  await trx.insertInto("audit").values(rows).execute();
  noteRecorded(trx, scope, events);
  if (scope.approvalId !== undefined) await noteInOutbox({ now }, trx, scope.approvalId, events);
}
