import { sql } from "kysely";
import { StaleWrite, type Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { prepared, preparedAt } from "#lib/store/engine/prepared.ts";
import type { RunRow, RunStatus } from "#lib/store/schema/schema.ts";

/** Who writes: a run and the fence of the claim. */
export type Hold = { runId: string; fence: number };

/** Stands for the messages of a run that has none: its door is no chat. */
export const noMessage = "";

/** Another claim, a release or the end of the run came first: the former holder stops without writing. */
export class RunLost extends StaleWrite {
  override name = "RunLost";
}

export type NewRun = Pick<
  RunRow,
  "id" | "chat_id" | "person_id" | "user_message_id" | "message_id" | "model" | "owner"
> &
  Partial<Pick<RunRow, "key_id">>;

export async function insertRun({ now, leaseMs }: Database, trx: Trx, run: NewRun): Promise<RunRow> {
  const [row] = (await inserted({ db: trx, now }, { key_id: null, ...run, leaseMs })).rows;
  if (!row) throw new Error(`Run ${run.id} was not stored.`);
  return row;
}

type Inserted = Required<NewRun> & { leaseMs: number };

const inserted = preparedAt(
  (db, { id, chat_id, person_id, user_message_id, message_id, model, owner, key_id, leaseMs }: Inserted, now) =>
    db
      .insertInto("runs")
      .values({
        id,
        chat_id,
        person_id,
        user_message_id,
        message_id,
        model,
        owner,
        key_id,
        status: "running",
        fence: 1,
        lease_until: sql<number>`${now} + ${leaseMs}`,
        rounds: 0,
        asks: 0,
        policy: (chats) => chats.selectFrom("chats").select("policy").where("id", "=", chat_id),
        created_at: sql<number>`${now}`,
        ended_at: null,
      })
      .returningAll(),
);

export async function runById(database: Database, id: string): Promise<RunRow | undefined> {
  return (await byId(database.db, { id })).rows[0];
}

const byId = prepared((db, { id }: { id: string }) => db.selectFrom("runs").selectAll().where("id", "=", id));

/**
 * The first statement of every transaction that changes a run's calls or questions without holding the run. It
 * serialises such transactions and prevents deadlocks. SQLite has one writer anyway.
 */
export async function lockRun({ dialect }: Database, trx: Trx, runId: string): Promise<void> {
  if (dialect === "sqlite") return;
  await trx.selectFrom("runs").select("id").where("id", "=", runId).forNoKeyUpdate().execute();
}

/** Literals, so that the planner uses the index of the one live run per chat; runs of one status may be many. */
export const liveOfChat = [sql.lit<RunStatus>("running"), sql.lit<RunStatus>("parked")];

/** The one live run of a chat that writes messages. */
export async function liveRunOf({ db }: Pick<Database, "db">, chatId: string): Promise<RunRow | undefined> {
  return (await liveRun(db, { chatId })).rows[0];
}

const liveRun = prepared((db, { chatId }: { chatId: string }) =>
  db
    .selectFrom("runs")
    .selectAll()
    .where("chat_id", "=", chatId)
    .where("status", "in", liveOfChat)
    .where("message_id", "!=", sql.lit(noMessage)),
);

/**
 * Runs that ended while one of their calls was running, and whose holder cannot say how it ended: its lease has lapsed,
 * or, with `everyHolder`, whatever its lease.
 */
export function endedRunsWithRunningCalls(
  { db, now }: Database,
  { everyHolder }: { everyHolder: boolean },
): Promise<RunRow[]> {
  return db
    .selectFrom("runs")
    .selectAll()
    .where("status", "not in", ["running", "parked"])
    .$if(!everyHolder, (runs) => runs.where("lease_until", "<=", sql<number>`(select ${now})`))
    .where("id", "in", (calls) =>
      // A literal, so that the planner uses the partial index.
      calls.selectFrom("tool_calls").select("run_id").where("state", "=", sql.lit("running")),
    )
    .execute();
}

/**
 * The first statement of every write of a runner: renews the lease, and throws `RunLost` unless this fence still holds
 * the live run. `further`: whether the run has got further, because what is written is not done again by its next
 * holder (G26: a run that ends its process again and again is given up).
 */
export async function holdRun(
  { now, leaseMs }: Database,
  trx: Trx,
  { runId, fence }: Hold,
  set: Partial<{ rounds: number; status: "running" | "parked"; further: boolean }> = {},
): Promise<void> {
  const { rounds = null, status = null, further = true } = set;
  const losses = further ? 0 : null;
  const result = await held({ db: trx, now }, { runId, fence, leaseMs, rounds, status, losses });
  if (result.numAffectedRows !== 1n) throw new RunLost(`Run ${runId} is no longer held under fence ${fence}.`);
}

type Held = Hold & { leaseMs: number; rounds: number | null; status: RunStatus | null; losses: number | null };

/** Null leaves the column as it is. */
const held = preparedAt((db, { runId, fence, leaseMs, rounds, status, losses }: Held, now) =>
  db
    .updateTable("runs")
    .set({
      lease_until: sql<number>`${now} + ${leaseMs}`,
      rounds: sql<number>`coalesce(${rounds}, rounds)`,
      status: sql<RunStatus>`coalesce(${status}, status)`,
      losses: sql<number>`coalesce(${losses}, losses)`,
    })
    .where("id", "=", runId)
    .where("fence", "=", fence)
    .where("status", "in", ["running", "parked"]),
);

/** Counts more questions of the run, all or none; false when the total would exceed `most` (D5: floods of calls). */
export async function countAsks(
  trx: Trx,
  runId: string,
  { more, most }: { more: number; most: number },
): Promise<boolean> {
  return (await counted(trx, { runId, more, upTo: most - more })).numAffectedRows === 1n;
}

const counted = prepared((db, { runId, more, upTo }: { runId: string; more: number; upTo: number }) =>
  db
    .updateTable("runs")
    .set({ asks: sql<number>`asks + ${more}` })
    .where("id", "=", runId)
    .where("asks", "<=", upTo),
);

/** Ends a live run, whoever holds it; undefined when its status is not in `from`: it had already ended. */
export async function endRun(
  { now }: Database,
  trx: Trx,
  id: string,
  status: Exclude<RunStatus, "running" | "parked">,
  from: "live" | "parked" = "live",
): Promise<RunRow | undefined> {
  const orFrom = from === "live" ? "running" : "parked";
  return (await ended({ db: trx, now }, { id, status, orFrom })).rows[0];
}

const ended = preparedAt((db, { id, status, orFrom }: { id: string; status: RunStatus; orFrom: RunStatus }, now) =>
  db
    .updateTable("runs")
    .set({ status, ended_at: sql<number>`${now}` })
    .where("id", "=", id)
    .where("status", "in", ["parked", orFrom])
    .returningAll(),
);

/** The live runs of a chat, or of a person in all chats. A client's session may have several. */
export async function liveRuns({ db }: Database, of: { chatId: string } | { personId: string }): Promise<string[]> {
  const live = db.selectFrom("runs").select("id").where("status", "in", liveOfChat);
  const rows = await (
    "chatId" in of ? live.where("chat_id", "=", of.chatId) : live.where("person_id", "=", of.personId)
  ).execute();
  return rows.map(({ id }) => id);
}

/** The key by which a program sent a message that a run answered; null for a person's own. */
export async function keyOfMessage(trx: Trx, of: { chatId: string; messageId: string }): Promise<string | null> {
  const run = await trx
    .selectFrom("runs")
    .select("key_id")
    .where("chat_id", "=", of.chatId)
    .where("user_message_id", "=", of.messageId)
    .where("key_id", "is not", null)
    .executeTakeFirst();
  return run?.key_id ?? null;
}
