import { sql } from "kysely";
import type { AuditEvent } from "#lib/audit/events.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { noteInOutbox } from "./outbox.ts";
import { preparedAt } from "#lib/store/engine/prepared.ts";
import { noteRecorded, type AuditScope } from "#lib/store/engine/recorded.ts";
import type { AuditRow } from "#lib/store/schema/schema.ts";

/** Writes an audit row for each event, in the caller's transaction: a change without its record does not commit. */
export async function record(
  { now }: Pick<Database, "now">,
  trx: Trx,
  scope: AuditScope,
  ...events: AuditEvent[]
): Promise<void> {
  const of = {
    person_id: scope.personId ?? null,
    chat_id: scope.chatId ?? null,
    run_id: scope.runId ?? null,
    call_id: scope.callId ?? null,
    approval_id: scope.approvalId ?? null,
  };
  for (const { kind, ...detail } of events) {
    await inserted({ db: trx, now }, { ...of, kind, detail_json: JSON.stringify(detail) });
  }
  noteRecorded(trx, scope, events);
  if (scope.approvalId !== undefined) await noteInOutbox({ now }, trx, scope.approvalId, events);
}

type Row = Omit<AuditRow, "seq" | "at">;

const inserted = preparedAt((db, { kind, person_id, chat_id, run_id, call_id, approval_id, detail_json }: Row, now) => {
  const row = { kind, person_id, chat_id, run_id, call_id, approval_id, detail_json };
  return db.insertInto("audit").values({ ...row, at: sql<number>`${now}` });
});
