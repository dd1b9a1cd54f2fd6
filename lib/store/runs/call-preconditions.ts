import { sql } from "kysely";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { preparedAt } from "#lib/store/engine/prepared.ts";
import { termsIn } from "#lib/store/people/keys.ts";
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
  /** The key by which its client came has ended, or the one by which a program began its run in a chat is no longer good for chats. */
  revoked: boolean;
  /** A client made it, and its tool was taken from the client's key since. */
  taken: boolean;
  /** What its chat's person switched off there: see `isSwitchedOff`. */
  off: ReadonlySet<string>;
};

export const policyVersionKey = "policy-version";
export const toolsVersionKey = "tools-version";

export async function preconditionsOf(
  store: Pick<Database, "db" | "now">,
  { run_id }: Pick<ToolCallRow, "run_id">,
): Promise<Preconditions> {
  const [row] = (await standing(store, { runId: run_id })).rows;
  // Nothing runs in a chat that is being deleted.
  if (row === undefined) return { ...gone, off: new Set() };
  return {
    isGone: false,
    shadowed: row.chat_policy === "denyAll" || row.run_policy === "denyAll",
    disabled: row.disabled_at !== null,
    revoked: row.client_key_ended === 1 || hasLostKey(row),
    taken: hasLostTool(row),
    off: new Set(toolNamesIn(row.tools_off_json)),
    policy: Number(row.policy ?? 0),
    tools: Number(row.tools ?? 0),
  };
}

const gone = { isGone: true, shadowed: true, disabled: false, revoked: false, taken: false, policy: 0, tools: 0 };

type KeyOfRun = { key_id: string | null; run_key_stands: number | null; terms_json: string | null };

/** What a key that was limited to some tools began in a chat goes on no more than what it would begin. */
function hasLostKey({ key_id, run_key_stands, terms_json }: KeyOfRun): boolean {
  return key_id !== null && (run_key_stands !== 1 || termsIn({ terms_json }).tools !== null);
}

function hasLostTool(row: { client_tool: string | null; client_terms_json: string | null }): boolean {
  const { tools } = termsIn({ terms_json: row.client_terms_json });
  return row.client_tool !== null && tools !== null && !tools.includes(row.client_tool);
}

const standing = preparedAt((db, { runId }: { runId: string }, now) =>
  db
    .selectFrom("runs")
    .innerJoin("chats", "chats.id", "runs.chat_id")
    .innerJoin("people", "people.id", "runs.person_id")
    .leftJoin("client_sessions", "client_sessions.chat_id", "chats.id")
    .leftJoin("api_keys", "api_keys.id", "client_sessions.key_id")
    .leftJoin("api_keys as run_key", "run_key.id", "runs.key_id")
    .leftJoin("instance as policy_version", (join) => join.on("policy_version.key", "=", policyVersionKey))
    .leftJoin("instance as tools_version", (join) => join.on("tools_version.key", "=", toolsVersionKey))
    .select([
      "chats.policy as chat_policy",
      "runs.policy as run_policy",
      "chats.tools_off_json",
      "people.disabled_at",
      "runs.key_id",
      "run_key.terms_json",
      "api_keys.terms_json as client_terms_json",
      // The one call of its run.
      toolOfClient(db).as("client_tool"),
      sql<number>`case when api_keys.revoked_at is not null or api_keys.expires_at <= (select ${now}) then 1 else 0 end`.as(
        "client_key_ended",
      ),
      sql<number>`case when run_key.revoked_at is null and run_key.expires_at > (select ${now}) then 1 else 0 end`.as(
        "run_key_stands",
      ),
      "policy_version.value as policy",
      "tools_version.value as tools",
    ])
    .where("runs.id", "=", runId),
);

function toolOfClient(db: Database["db"]) {
  return db
    .selectFrom("gateway_calls")
    .innerJoin("tool_calls", "tool_calls.id", "gateway_calls.call_id")
    .select("tool_calls.wire_name")
    .whereRef("tool_calls.run_id", "=", sql.ref("runs.id"))
    .limit(1);
}

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
