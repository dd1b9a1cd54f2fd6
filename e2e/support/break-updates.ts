import { sql } from "kysely";
import { onTestFinished } from "vitest";
import type { Database } from "#lib/store/engine/database.ts";

type Breaking = {
  table: "runs" | "approvals";
  /** Which rows; `old` is the row as it was. */
  when?: string;
  /** The store refuses the change, or passes over it without a word. */
  by: "failing" | "ignoring";
};

/** Makes a store refuse or ignore changes, as a full disk or a bug of its own would. Returns the way to mend it. */
export async function breakUpdates(
  { db, dialect }: Database,
  { table, when = "true", by }: Breaking,
): Promise<() => Promise<void>> {
  const condition = sql.raw(when);
  const on = sql.table(table);
  if (dialect === "sqlite") {
    const end = sql.raw(by === "failing" ? "raise(abort, 'full')" : "raise(ignore)");
    await sql`create trigger broken before update on ${on} when ${condition} begin select ${end}; end`.execute(db);
  } else {
    const body = sql.raw(by === "failing" ? "raise exception 'full'" : "return null");
    await sql`create or replace function broken() returns trigger language plpgsql as $$ begin ${body}; end $$`.execute(
      db,
    );
    await sql`create trigger broken before update on ${on} for each row when (${condition}) execute function broken()`.execute(
      db,
    );
  }
  let isBroken = true;
  const mend = async () => {
    if (!isBroken) return;
    isBroken = false;
    await (dialect === "sqlite" ? sql`drop trigger broken` : sql`drop trigger broken on ${on}`).execute(db);
  };
  onTestFinished(mend);
  return mend;
}
