import { sql } from "kysely";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";
import type { ChunkRow } from "#lib/store/schema/schema.ts";

/** Never in JSON, which writes it as an escape. Of an array the driver escapes every text, for seconds where one is long. */
const between = "\u001e";

/**
 * Adds pieces of answers, those of many runs in one statement. Says of each whether it is stored now; it is not once
 * its claim no longer holds the run. Adding a piece again is harmless. Only for PostgreSQL.
 */
export async function appendChunks({ db }: Database, pieces: readonly ChunkRow[]): Promise<boolean[]> {
  const added = await sql<Key>`
    insert into chunks (run_id, fence, seq, chunks_json)
    select runs.id, runs.fence, piece.seq, piece.chunks_json
    from unnest(
      ${pieces.map(({ run_id }) => run_id)}::text[],
      ${pieces.map(({ fence }) => fence)}::bigint[],
      ${pieces.map(({ seq }) => seq)}::bigint[],
      string_to_array(${pieces.map(({ chunks_json }) => chunks_json).join(between)}, ${sql.lit(between)})
    ) as piece (run_id, fence, seq, chunks_json)
    join runs on runs.id = piece.run_id and runs.fence = piece.fence
    on conflict do nothing
    returning run_id, fence, seq`.execute(db);
  const there = new Set(added.rows.map(keyOf));
  for (const { run_id, fence, seq } of pieces) {
    if (there.has(keyOf({ run_id, fence, seq }))) continue;
    // The piece may have been stored, and only the reply lost.
    const [before] = await chunksAfter({ db }, { runId: run_id, fence, seq: seq - 1 });
    if (before?.seq === seq) there.add(keyOf({ run_id, fence, seq }));
  }
  return pieces.map((piece) => there.has(keyOf(piece)));
}

type Key = Pick<ChunkRow, "run_id" | "fence" | "seq">;

function keyOf({ run_id, fence, seq }: Key): string {
  return `${run_id} ${fence} ${seq}`;
}

/** The pieces of one claim after `seq`, in order. */
export function chunksAfter(
  { db }: Pick<Database, "db">,
  { runId, fence, seq }: { runId: string; fence: number; seq: number },
): Promise<Pick<ChunkRow, "seq" | "chunks_json">[]> {
  return db
    .selectFrom("chunks")
    .select(["seq", "chunks_json"])
    .where("run_id", "=", runId)
    .where("fence", "=", fence)
    .where("seq", ">", seq)
    .orderBy("seq")
    .execute();
}

/** The state of a run that is followed. `lastSeq` is that of the present claim; 0 without pieces. */
export type FollowedRun = {
  id: string;
  chat_id: string;
  fence: number;
  owner: string | null;
  ended_at: number | null;
  version: number;
  lastSeq: number;
};

/** The state of these runs, with the versions of their chats; leaves out deleted ones. Only for PostgreSQL. */
export async function followedRuns({ db }: Database, runIds: readonly string[]): Promise<FollowedRun[]> {
  const rows = await db
    .selectFrom("runs")
    .innerJoin("chats", "chats.id", "runs.chat_id")
    .select(["runs.id", "runs.chat_id", "runs.fence", "runs.owner", "runs.ended_at", "chats.version"])
    .select((run) =>
      run
        .selectFrom("chunks")
        .select((all) => all.fn.max<number | null>("seq").as("seq"))
        .whereRef("chunks.run_id", "=", "runs.id")
        .whereRef("chunks.fence", "=", "runs.fence")
        .as("last"),
    )
    // One text and one parameter for any number of ids.
    .where("runs.id", "=", sql<string>`any(${runIds}::text[])`)
    .execute();
  return rows.map(({ last, ...row }) => ({ ...row, lastSeq: last ?? 0 }));
}

/**
 * Deletes pieces of answers that are stored whole: of runs that ended at least `endedMs` ago, and of claims that a
 * newer one replaced.
 */
export async function deleteOldChunks(database: Database, { endedMs }: { endedMs: number }): Promise<void> {
  // Two processes that sweep at once may deadlock; then one runs again.
  await inTransaction(database, (trx) =>
    trx
      .deleteFrom("chunks")
      .where((chunk) =>
        chunk.exists(
          chunk
            .selectFrom("runs")
            .select("runs.id")
            .whereRef("runs.id", "=", "chunks.run_id")
            .where((run) =>
              run.or([
                run("runs.ended_at", "<=", sql<number>`(select ${database.now}) - ${endedMs}`),
                run("runs.fence", ">", run.ref("chunks.fence")),
              ]),
            ),
        ),
      )
      .execute(),
  );
}
