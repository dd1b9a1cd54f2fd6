import { sql } from "kysely";
import { mostSealsAtOnce, sealAudit } from "#lib/store/audit/seal-audit.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { monotonicMs } from "./monotonic-ms.ts";

/** A call that was asked about leaves six records, any other four; two of three are. */
const recordsOfThreeCalls = 16;
const year = 365 * 24 * 60 * 60 * 1_000;

type Options = { records: number; personIds: readonly string[] };

/**
 * Fills a PostgreSQL with a year of settled calls of these people and their records, as the app would have written them, and
 * seals those as it does. Resolves to how many were sealed in a second. Arguments are small; `rare` is a tool of few calls.
 */
export async function seedAudit(database: Database, { records, personIds }: Options): Promise<number> {
  const { db } = database;
  const calls = Math.ceil((records * 3) / recordsOfThreeCalls);
  const n = sql.ref("n");
  const at = sql<number>`(select began from bench_began) + n::bigint * ${sql.lit(Math.floor(year / calls))}`;
  const chat = sql<string>`'chat-' || (n % 2000)`;
  const person = sql<string>`(select id from bench_people where place = (n % 2000) % ${sql.lit(personIds.length)})`;
  const tool = sql<string>`case when n % 20000 = 7 then 'rare' else 'tool_' || (n % 40) end`;
  const numbers = sql`generate_series(1, ${sql.lit(calls)}) as n`;
  const asked = sql<boolean>`n % 3 < 2`;
  await db.connection().execute(async (on) => {
    await sql`create temporary table bench_began as select ${database.now} - ${sql.lit(year)} as began`.execute(on);
    await sql`create temporary table bench_people as select * from unnest(${sql.val(personIds)}::text[]) with ordinality as t (id, at)`.execute(
      on,
    );
    await sql`alter table bench_people add place integer`.execute(on);
    await sql`update bench_people set place = at - 1`.execute(on);
    await sql`insert into chats (id, person_id, title, titled_by, instructions, version, created_at, updated_at)
      select 'chat-' || n, (select id from bench_people where place = n % ${sql.lit(personIds.length)}), 'Chat ' || n, 'app', '', 1, 0, 0
      from generate_series(0, 1999) as n`.execute(on);
    await sql`insert into runs (id, chat_id, person_id, user_message_id, message_id, status, fence, lease_until, rounds, asks, model, created_at, ended_at)
      select 'run-' || n, 'chat-' || n, (select id from bench_people where place = n % ${sql.lit(personIds.length)}), 'm1', 'm2', 'done', 1, 0, 1, 0, 'demo', 0, 1
      from generate_series(0, 1999) as n`.execute(on);
    await sql`insert into tool_calls (id, run_id, chat_id, person_id, tool_call_id, step, position, wire_name, server_id, tool_name, fingerprint, arguments_json, effective_json, digest, state, created_at, ended_at)
      select 'call-' || ${n}, 'run-' || (n % 2000), ${chat}, ${person}, 'call-' || ${n}, n, 0, 'bench__' || ${tool}, 'bench', ${tool}, 'f',
        '{"n":' || n || '}', case when n % 50 = 0 then '{"n":0}' else '{"n":' || n || '}' end, 'v1:' || n, 'done', ${at}, ${at} + 9000
      from ${numbers}`.execute(on);
    await sql`insert into approvals (id, call_id, run_id, chat_id, person_id, tool_call_id, kind, status, subject_json, digest, timeout_ms, expires_at, extensions, requested_at, decided_by, decided_at)
      select 'approval-' || ${n}, 'call-' || ${n}, 'run-' || (n % 2000), ${chat}, ${person}, 'call-' || ${n}, 'tool-call',
        case when n % 10 = 0 then 'declined' else 'accepted' end, '{"v":1}', 'v1:' || n, 300000, ${at} + 300000, 0, ${at}, ${person}, ${at} + 500 + (n * 7919) % 60000
      from ${numbers} where ${asked}`.execute(on);
    await sql`insert into audit (at, kind, person_id, chat_id, run_id, call_id, approval_id, detail_json)
      select ${at} + place, kind, ${person}, ${chat}, 'run-' || (n % 2000), 'call-' || n, case when kind like 'approval%' then 'approval-' || n end, detail
      from ${numbers}
      cross join (values
        (1, 'verdict-given', '{"verdict":"ask","ruleId":"annotated","reason":"It may change data","digest":"v1:0","tool":"bench__tool"}'),
        (2, 'approval-opened', '{"subject":"tool-call","digest":"v1:0","expiresAt":0}'),
        (3, 'approval-decided', '{"action":"accept","via":"chat","digest":"v1:0","edited":false,"noted":false}'),
        (4, 'call-cleared', '{"digest":"v1:0","by":"person"}'),
        (5, 'call-started', '{"digest":"v1:0","tool":"bench__tool","fence":1}'),
        (6, 'call-finished', '{"outcome":"done"}')
      ) as record (place, kind, detail)
      where ${asked} or kind not like 'approval%'
      order by n, place limit ${sql.lit(records)}`.execute(on);
    await sql`drop table bench_began, bench_people`.execute(on);
    await sql`vacuum analyze`.execute(on);
  });
  const since = monotonicMs();
  while ((await sealAudit(database)) === mostSealsAtOnce);
  const sealedIn = monotonicMs() - since;
  await sql`vacuum analyze audit_seals`.execute(db);
  return (records / sealedIn) * 1_000;
}
