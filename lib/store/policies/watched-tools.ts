import type { Database } from "#lib/store/engine/database.ts";
import { setInstanceValue } from "./policy-rules.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

/** How closely tools were watched when their open questions were last made as strict as they are. */
export type WatchedTools = {
  /** Of the decisions about tools. */
  version: number;
  /** By wire name, as hashes. */
  tools: Record<string, string>;
};

const key = "watched-tools";

export async function watchedTools({ db }: Database): Promise<WatchedTools> {
  const row = await db.selectFrom("instance").select("value").where("key", "=", key).executeTakeFirst();
  // `keepWatchedTools` wrote it.
  return row === undefined ? { version: -1, tools: {} } : (JSON.parse(row.value) as WatchedTools);
}

export async function keepWatchedTools(trx: Trx, watched: WatchedTools): Promise<void> {
  await setInstanceValue(trx, key, JSON.stringify(watched));
}
