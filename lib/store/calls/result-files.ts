import { sql } from "kysely";
import type { NewFile } from "#lib/results/files-in.ts";
import type { MediaType } from "#lib/results/media-type.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

/** Bytes of pictures and sounds that are kept; the oldest ones make room. */
export const mostKeptBytes = { chat: 64_000_000, person: 512_000_000 };
/** What a smaller one counts: each is a row with its places in indexes, and work whenever room is made. */
export const leastCounted = 16_000;

/** Bytes that only apps get. */
const forApps = "application/octet-stream";

/** Keeps the files of a call's result, and what else of it an app gets. */
export async function keepFiles(
  { now }: Database,
  trx: Trx,
  { id, chat_id, person_id }: Pick<ToolCallRow, "id" | "chat_id" | "person_id">,
  files: readonly NewFile[],
  others: readonly { id: string; bytes: number; base64: string }[] = [],
): Promise<void> {
  const shown = files.map(({ file, base64 }) => ({
    id: file.id,
    media_type: file.mediaType,
    bytes: file.bytes,
    base64,
  }));
  const unshown = others.filter((other) => shown.every((file) => file.id !== other.id));
  const kept = [...shown, ...unshown.map((other) => ({ ...other, media_type: forApps }) as const)];
  if (kept.length === 0) return;
  const rows = kept.map((file) => ({ ...file, call_id: id, chat_id, person_id, created_at: sql<number>`${now}` }));
  await trx.insertInto("result_files").values(rows).execute();
  await makeRoom(trx, "chat_id", chat_id, mostKeptBytes.chat);
  await makeRoom(trx, "person_id", person_id, mostKeptBytes.person);
}

/** Deletes the oldest files of a chat or a person until no more than `most` bytes are left, as they count. */
async function makeRoom(trx: Trx, of: "chat_id" | "person_id", is: string, most: number): Promise<void> {
  const least = sql.lit(leastCounted);
  const counted = trx
    .selectFrom("result_files")
    .select((file) => [
      "id",
      file.fn
        .sum(sql<number>`case when bytes < ${least} then ${least} else bytes end`)
        .over((over) => over.orderBy("created_at", "desc").orderBy("id"))
        .as("so_far"),
    ])
    .where(of, "=", is);
  await trx
    .deleteFrom("result_files")
    .where("id", "in", (files) => files.selectFrom(counted.as("counted")).select("id").where("so_far", ">", most))
    .execute();
}

/** A file in a chat of this person; undefined for another's, for one that had to make room, and for what is not shown. */
export async function fileOf(
  { db }: Database,
  of: { personId: string; id: string },
): Promise<{ mediaType: MediaType; base64: string } | undefined> {
  const row = await db
    .selectFrom("result_files")
    .innerJoin("chats", "chats.id", "result_files.chat_id")
    .select(["media_type", "base64"])
    .where("result_files.id", "=", of.id)
    .where("chats.person_id", "=", of.personId)
    .executeTakeFirst();
  return row === undefined || row.media_type === forApps
    ? undefined
    : { mediaType: row.media_type, base64: row.base64 };
}

/** What is still there of these files of a chat, as base64 by id. */
export async function filesOfChat(
  { db }: Database,
  chatId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("result_files")
    .select(["id", "base64"])
    .where("chat_id", "=", chatId)
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, base64 }) => [id, base64]));
}
