import { sql, type RawBuilder } from "kysely";
import type { Database } from "#lib/store/engine/database.ts";

/** Tables in which a parked chat has its rows, parents first, with the column that says whose chat it is. */
const tables = [
  { table: "chats", chat: "id" },
  { table: "messages", chat: "chat_id" },
  { table: "runs", chat: "chat_id" },
  { table: "tool_calls", chat: "chat_id" },
  { table: "approvals", chat: "chat_id" },
  { table: "audit", chat: "chat_id" },
] as const;

type Options = {
  /** A chat whose one run waits for the answer to its one call. */
  chatId: string;
  /** Whose the copies are, in turn. */
  personIds: readonly string[];
  copies: number;
};

/**
 * Copies a parked chat many times within the database: all its rows, with ids and people of
 * their own. A copy cannot be accepted, for its digest is that of the original; it can be looked at, watched and declined.
 */
export async function multiplyChat({ db, dialect }: Database, { chatId, personIds, copies }: Options): Promise<void> {
  const approval = await db.selectFrom("approvals").selectAll().where("chat_id", "=", chatId).executeTakeFirstOrThrow();
  const original = { chat: chatId, run: approval.run_id, call: approval.call_id, approval: approval.id };
  const ids = Object.keys(original) as (keyof typeof original)[];
  const random = dialect === "sqlite" ? sql`lower(hex(randomblob(16)))` : sql`md5(random()::text || n)`;
  await db.connection().execute(async (connection) => {
    await sql`create temporary table bench_people (n integer primary key, id text)`.execute(connection);
    for (let from = 0; from < personIds.length; from += 500) {
      const some = personIds.slice(from, from + 500).map((id, index) => sql`(${from + index}, ${id})`);
      await sql`insert into bench_people (n, id) values ${sql.join(some)}`.execute(connection);
    }
    await sql`create temporary table bench_copies as
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(copies)})
      select n, ${sql.join(ids.map((id) => sql`${random} as ${sql.ref(id)}`))} from numbers`.execute(connection);
    for (const { table, chat } of tables) {
      const rows = sql<Record<string, unknown>>`
        select * from ${sql.table(table)} where ${sql.ref(chat)} = ${chatId}`.execute(connection);
      const [first, ...others] = (await rows).rows;
      if (first === undefined) continue;
      const columns = Object.keys(first).filter((column) => column !== "seq" || table === "messages");
      const copied = columns.map((column) => copyOf(column, [first, ...others], original));
      await sql`
        insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
        select ${sql.join(copied)}
        from ${sql.table(table)} as original
        cross join bench_copies as copy
        join bench_people as person on person.n = copy.n % ${sql.lit(personIds.length)}
        where original.${sql.ref(chat)} = ${chatId}`.execute(connection);
    }
    await sql`drop table bench_copies`.execute(connection);
    await sql`drop table bench_people`.execute(connection);
    await sql`analyze`.execute(connection);
  });
}

/** What a column holds in a copy: the same, but for ids, wherever in it they stand, the person and the times. */
function copyOf(
  column: string,
  rows: Record<string, unknown>[],
  original: Record<string, string>,
): RawBuilder<unknown> {
  if (column === "person_id") return sql`person.id`;
  const own = sql`original.${sql.ref(column)}`;
  if (column === "updated_at" || column === "requested_at") return sql`${own} - copy.n`;
  let copied = own;
  for (const [name, id] of Object.entries(original)) {
    const isThere = rows.some((row) => String(row[column]).includes(id));
    if (isThere) copied = sql`replace(${copied}, ${sql.lit(id)}, ${sql.ref(`copy.${name}`)})`;
  }
  return copied;
}
