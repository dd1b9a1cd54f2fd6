import type { AuditEntry } from "#lib/audit/entry.ts";

/** A record by itself, or those of one call, in the order of the trail. */
export type TrailRow = readonly [AuditEntry, ...AuditEntry[]];

/** The trail with all that happened to a call in the place of its first record here. */
export function trailRows(entries: readonly AuditEntry[]): TrailRow[] {
  const calls = new Map<string, [AuditEntry, ...AuditEntry[]]>();
  const rows: TrailRow[] = [];
  for (const entry of entries) {
    const row = entry.call === null ? undefined : calls.get(entry.call);
    if (row !== undefined) {
      row.push(entry);
      continue;
    }
    const fresh: [AuditEntry, ...AuditEntry[]] = [entry];
    rows.push(fresh);
    if (entry.call !== null) calls.set(entry.call, fresh);
  }
  return rows;
}

/** What a person answered, where that is not the latest record of the call itself. */
export function answerIn([latest, ...earlier]: TrailRow): AuditEntry | null {
  return latest.kind === "approval-decided" ? null : (earlier.find(({ kind }) => kind === "approval-decided") ?? null);
}
