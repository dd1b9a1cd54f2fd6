import type { AuditEvent } from "#lib/audit/events.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

/** The ids that an audit row is about. */
export type AuditScope = {
  personId?: string;
  chatId?: string;
  runId?: string;
  callId?: string;
  approvalId?: string;
};

/** An audit row that has committed. */
export type Recorded = { scope: AuditScope; event: AuditEvent };

/** By transaction: one that rolls back recorded nothing. */
const pending = new WeakMap<Trx, Recorded[]>();

/** Notes an audit row of a transaction, to be counted after its commit. */
export function noteRecorded(trx: Trx, scope: AuditScope, events: readonly AuditEvent[]): void {
  const noted = pending.get(trx) ?? [];
  noted.push(...events.map((event) => ({ scope, event })));
  pending.set(trx, noted);
}

/** What this transaction recorded, in order. */
export function recordedIn(trx: Trx): readonly Recorded[] {
  return pending.get(trx) ?? [];
}
