import { sql } from "kysely";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { prepared } from "#lib/store/engine/prepared.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import { toolNamesIn } from "#lib/store/schema/tool-names.ts";

/** How often the policy, and the decisions about tools, have changed; 0 before the first time. */
export type Versions = { policy: number; tools: number };

/** The present state of a call, read from the rows. */
export type Preconditions = Versions & {
  /** It was deleted with its chat: nothing more can be read of it, the versions neither. */
  isGone: boolean;
  /** Its chat is in shadow mode now, or its run began in it. */
  shadowed: boolean;
  /** The chat's person may no longer sign in. */
  disabled: boolean;
  /** The key by which its client came was revoked. */
  revoked: boolean;
  /** What its chat's person switched off there: see `isSwitchedOff`. */
  off: ReadonlySet<string>;
};

export const policyVersionKey = "policy-version";
export const toolsVersionKey = "tools-version";

export async function preconditionsOf(
  { db }: Pick<Database, "db">,
  { run_id }: Pick<ToolCallRow, "run_id">,
): Promise<Preconditions> {
  const [row] = (await standing(db, { runId: run_id })).rows;
  // Nothing runs in a chat that is being deleted.
  if (row === undefined) return { ...gone, off: new Set() };
  return {
    isGone: false,
    shadowed: row.chat_policy === "denyAll" || row.run_policy === "denyAll",
    disabled: row.disabled_at !== null,
    revoked: row.revoked_at !== null,
    off: new Set(toolNamesIn(row.tools_off_json)),
    policy: Number(row.policy ?? 0),
    tools: Number(row.tools ?? 0),
  };
}

const gone = { isGone: true, shadowed: true, disabled: false, revoked: false, policy: 0, tools: 0 };

const standing = prepared((db, { runId }: { runId: string }) =>
  db
    .selectFrom("runs")
    .innerJoin("chats", "chats.id", "runs.chat_id")
    .innerJoin("people", "people.id", "runs.person_id")
    .leftJoin("client_sessions", "client_sessions.chat_id", "chats.id")
    .leftJoin("api_keys", "api_keys.id", "client_sessions.key_id")
    .leftJoin("instance as policy_version", (join) => join.on("policy_version.key", "=", policyVersionKey))
    .leftJoin("instance as tools_version", (join) => join.on("tools_version.key", "=", toolsVersionKey))
    .select([
      "chats.policy as chat_policy",
      "runs.policy as run_policy",
      "chats.tools_off_json",
      "people.disabled_at",
      "api_keys.revoked_at",
      "policy_version.value as policy",
      "tools_version.value as tools",
    ])
    .where("runs.id", "=", runId),
);

/** Counts one more change, in the transaction that makes it. Resolves to whether it was the very first. */
export async function countVersion(trx: Trx, key: typeof policyVersionKey | typeof toolsVersionKey): Promise<boolean> {
  const inserted = await trx
    .insertInto("instance")
    .values({ key, value: "1" })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n) return true;
  await trx
    .updateTable("instance")
    .set({ value: sql<string>`cast(cast(value as bigint) + 1 as text)` })
    .where("key", "=", key)
    .execute();
  return false;
}
