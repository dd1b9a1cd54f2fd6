import { sql } from "kysely";
import type { Scope } from "#lib/people/scope.ts";
import { record } from "#lib/store/audit/record.ts";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";
import { liveOfChat } from "./runs.ts";
import type { ClientTerms } from "#lib/verdict/client-terms.ts";
import { termsIn } from "#lib/store/people/keys.ts";
import { countMade } from "#lib/store/people/person-counts.ts";

type Narrowing = { id: string; ownedBy: string | null; by: string; tools: readonly string[] };

/**
 * Offers the client of a key no tools but these, which it was offered before; a wider offer needs another key. Resolves
 * to its owner, to its live runs that call another tool, and to those that it began in chats, which are not for it any more.
 */
export function narrowKey(
  database: Database,
  { id, ownedBy, by, tools }: Narrowing,
): Promise<{ ownerId: string; runs: string[]; begun: string[] } | "no-key" | "no-client" | "wider"> {
  return inTransaction(database, async (trx) => {
    const key = await trx
      .selectFrom("api_keys")
      .select(["name", "person_id", "scopes_json", "terms_json"])
      .where("id", "=", id)
      .where("revoked_at", "is", null)
      .where("expires_at", ">", sql<number>`(select ${database.now})`)
      .$if(ownedBy !== null, (keys) => keys.where("person_id", "=", ownedBy ?? ""))
      .$if(database.dialect === "postgres", (keys) => keys.forUpdate())
      .executeTakeFirst();
    if (!key) return "no-key";
    // `insertKey` wrote it.
    if (!(JSON.parse(key.scopes_json) as Scope[]).includes("tools:call")) return "no-client";
    const terms = termsIn(key);
    if (terms.tools !== null && !tools.every((tool) => terms.tools?.includes(tool))) return "wider";
    if (terms.tools === null || !terms.tools.every((tool) => tools.includes(tool))) {
      // To take all of them is never refused.
      if (tools.length > 0) await countMade(database, trx, by);
      const terms_json = JSON.stringify({ ...terms, tools } satisfies ClientTerms);
      await trx.updateTable("api_keys").set({ terms_json }).where("id", "=", id).execute();
      const event = { kind: "key-narrowed", keyId: id, name: key.name, tools: tools.length } as const;
      await record(database, trx, { personId: by }, event);
    }
    const live = await trx
      .selectFrom("client_sessions")
      .innerJoin("runs", "runs.chat_id", "client_sessions.chat_id")
      .innerJoin("tool_calls", "tool_calls.run_id", "runs.id")
      .select(["runs.id", "tool_calls.wire_name"])
      .where("client_sessions.key_id", "=", id)
      .where("runs.status", "in", liveOfChat)
      .execute();
    const runs = live.filter(({ wire_name }) => !tools.includes(wire_name)).map((run) => run.id);
    const begun = await trx
      .selectFrom("runs")
      .select("id")
      .where("key_id", "=", id)
      .where("status", "in", liveOfChat)
      .execute();
    return { ownerId: key.person_id, runs, begun: begun.map((run) => run.id) };
  });
}
