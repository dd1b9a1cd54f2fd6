import { sql } from "kysely";
import { shippedTimeouts, type UsualTimeouts } from "#lib/approvals/usual-timeout.ts";
import { risks, type Risk } from "#lib/verdict/risk.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { countVersion, toolsVersionKey } from "#lib/store/runs/call-preconditions.ts";
import { setInstanceValue } from "./policy-rules.ts";
import type { ServerConsentRow, ToolReviewRow, ToolServerRow, ToolSettingsRow } from "#lib/store/schema/schema.ts";

/** All decisions of people about tool servers and their tools, at one version. */
export type OversightRows = {
  version: number;
  /** The highest risk of tools that clients of the gateway are offered. */
  mostRisk: Risk;
  /** How long questions stay open about tools for which nothing was set. */
  timeouts: UsualTimeouts;
  servers: ToolServerRow[];
  consents: ServerConsentRow[];
  settings: ToolSettingsRow[];
  reviews: ToolReviewRow[];
};

/** Where the owner has set no other. */
export const usualMostRisk: Risk = 3;

const mostRiskKey = "gateway-most-risk";

/** The highest risk of tools that clients of the gateway are offered. */
export async function mostRiskIn(db: Pick<Trx, "selectFrom">): Promise<Risk> {
  const row = await db.selectFrom("instance").select("value").where("key", "=", mostRiskKey).executeTakeFirst();
  return risks.find((risk) => String(risk) === row?.value) ?? usualMostRisk;
}

export async function writeMostRisk(trx: Trx, risk: Risk): Promise<void> {
  await setInstanceValue(trx, mostRiskKey, String(risk));
}

const timeoutsKey = "usual-timeouts";

/** How long questions stay open about tools for which nothing was set. */
export async function usualTimeoutsIn(db: Pick<Trx, "selectFrom">): Promise<UsualTimeouts> {
  const row = await db.selectFrom("instance").select("value").where("key", "=", timeoutsKey).executeTakeFirst();
  // This app wrote it, from checked values.
  return row === undefined ? shippedTimeouts : (JSON.parse(row.value) as UsualTimeouts);
}

export async function writeUsualTimeouts(trx: Trx, timeouts: UsualTimeouts): Promise<void> {
  await setInstanceValue(trx, timeoutsKey, JSON.stringify(timeouts));
}

/** Grows with every such decision; 0 before the first. */
export async function oversightVersion({ db }: Pick<Database, "db">): Promise<number> {
  const row = await db.selectFrom("instance").select("value").where("key", "=", toolsVersionKey).executeTakeFirst();
  return Number(row?.value ?? 0);
}

/** The version is read first: a change meanwhile is read again at the next look. */
export async function readOversight(database: Database): Promise<OversightRows> {
  const { db } = database;
  return {
    version: await oversightVersion(database),
    mostRisk: await mostRiskIn(db),
    timeouts: await usualTimeoutsIn(db),
    servers: await db.selectFrom("tool_servers").selectAll().orderBy("id").execute(),
    consents: await db.selectFrom("server_consents").selectAll().execute(),
    settings: await db.selectFrom("tool_settings").selectAll().execute(),
    reviews: await db.selectFrom("tool_reviews").selectAll().execute(),
  };
}

/**
 * Counts a change of these decisions. The first statement of every such transaction, so that they come one after
 * another. Resolves to whether it was the very first change.
 */
export async function changeOversight({ signals }: Pick<Database, "signals">, trx: Trx): Promise<{ isFirst: boolean }> {
  const isFirst = await countVersion(trx, toolsVersionKey);
  await signals.sendWith(trx, { type: "tools" });
  return { isFirst };
}

type Now = Pick<Database, "now">;

/** Stores the parts of a server's entry that the owner vouches for from now on. */
export async function writeConsent(
  { now }: Now,
  trx: Trx,
  consent: Pick<ServerConsentRow, "server_id" | "vouched_json" | "private_json" | "confirmed_by">,
): Promise<void> {
  const { server_id, ...rest } = { ...consent, confirmed_at: sql<number>`${now}` };
  await trx
    .insertInto("server_consents")
    .values({ server_id, ...rest })
    .onConflict((conflict) => conflict.column("server_id").doUpdateSet(rest))
    .execute();
}

export function toolServerIn(trx: Trx, id: string): Promise<ToolServerRow | undefined> {
  return trx.selectFrom("tool_servers").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function writeToolServer({ now }: Now, trx: Trx, row: Omit<ToolServerRow, "changed_at">): Promise<void> {
  const { id, ...rest } = { ...row, changed_at: sql<number>`${now}` };
  await trx
    .insertInto("tool_servers")
    .values({ id, ...rest })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(rest))
    .execute();
}

/** Deletes a server with all decisions about it: one that comes back under its name is a new one. */
export async function deleteToolServer(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom("tool_servers").where("id", "=", id).execute();
  await trx.deleteFrom("server_consents").where("server_id", "=", id).execute();
  await trx.deleteFrom("tool_settings").where("server_id", "=", id).execute();
  await trx.deleteFrom("tool_reviews").where("server_id", "=", id).execute();
  await setInstanceValue(trx, `${removedKey}${id}`, "1");
}

const removedKey = "removed-server:";

/** The servers that were added in the app, and the names of those that were removed again. */
export async function serversOfApp({ db }: Pick<Database, "db">): Promise<{ added: string[]; removed: string[] }> {
  const rows = await db.selectFrom("tool_servers").select("id").where("entry_json", "is not", null).execute();
  const added = rows.map(({ id }) => id);
  const keys = await db.selectFrom("instance").select("key").where("key", "like", `${removedKey}%`).execute();
  const removed = keys.map(({ key }) => key.slice(removedKey.length)).filter((id) => !added.includes(id));
  return { added, removed };
}

export function toolSettingsIn(trx: Trx, serverId: string, tool: string): Promise<ToolSettingsRow | undefined> {
  const rows = trx.selectFrom("tool_settings").selectAll().where("server_id", "=", serverId);
  return rows.where("tool_name", "=", tool).executeTakeFirst();
}

export async function writeToolSettings(
  { now }: Now,
  trx: Trx,
  row: Omit<ToolSettingsRow, "changed_at">,
): Promise<void> {
  const { server_id, tool_name, ...rest } = { ...row, changed_at: sql<number>`${now}` };
  await trx
    .insertInto("tool_settings")
    .values({ server_id, tool_name, ...rest })
    .onConflict((conflict) => conflict.columns(["server_id", "tool_name"]).doUpdateSet(rest))
    .execute();
}

export async function deleteToolSettings(trx: Trx, serverId: string, tool: string): Promise<void> {
  await trx.deleteFrom("tool_settings").where("server_id", "=", serverId).where("tool_name", "=", tool).execute();
}

export function reviewsIn(trx: Trx, serverId: string): Promise<ToolReviewRow[]> {
  return trx.selectFrom("tool_reviews").selectAll().where("server_id", "=", serverId).execute();
}

/** A definition that somebody accepted. */
export type AcceptedDefinition = {
  server_id: string;
  tool_name: string;
  fingerprint: string;
  definition_json: string;
  /** Id of the person; null for the file. */
  reviewed_by: string | null;
};

export async function acceptDefinition({ now }: Now, trx: Trx, accepted: AcceptedDefinition): Promise<void> {
  const { server_id, tool_name, ...rest } = {
    ...accepted,
    reviewed_at: sql<number>`${now}`,
    waiting_fingerprint: null,
    waiting_json: null,
    waiting_at: null,
    rejected_by: null,
  };
  await trx
    .insertInto("tool_reviews")
    .values({ server_id, tool_name, ...rest })
    .onConflict((conflict) => conflict.columns(["server_id", "tool_name"]).doUpdateSet(rest))
    .execute();
}

/** A definition that nobody accepted yet: the tool is not offered until then. */
export async function quarantineDefinition(
  { now }: Now,
  trx: Trx,
  waiting: { server_id: string; tool_name: string; waiting_fingerprint: string; waiting_json: string },
): Promise<void> {
  const { server_id, tool_name, ...rest } = { ...waiting, waiting_at: sql<number>`${now}`, rejected_by: null };
  await trx
    .insertInto("tool_reviews")
    .values({ server_id, tool_name, ...rest })
    .onConflict((conflict) => conflict.columns(["server_id", "tool_name"]).doUpdateSet(rest))
    .execute();
}

/** A person looked at what waits and will not have it. It may still be accepted; another definition waits anew. */
export async function rejectDefinition(
  trx: Trx,
  { server_id, tool_name, rejected_by }: { server_id: string; tool_name: string; rejected_by: string },
): Promise<void> {
  await trx
    .updateTable("tool_reviews")
    .set({ rejected_by })
    .where("server_id", "=", server_id)
    .where("tool_name", "=", tool_name)
    .execute();
}

/** Nothing waits any more: the server offers the accepted definition again, or no longer the tool. */
export async function endWaiting(trx: Trx, serverId: string, tool: string): Promise<void> {
  await trx
    .updateTable("tool_reviews")
    .set({ waiting_fingerprint: null, waiting_json: null, waiting_at: null, rejected_by: null })
    .where("server_id", "=", serverId)
    .where("tool_name", "=", tool)
    .execute();
}

/** Forgets what waited of tools that the server no longer lists; names that it makes up would fill the store. */
export async function dropUnlisted(trx: Trx, serverId: string, listed: readonly string[]): Promise<void> {
  await trx
    .deleteFrom("tool_reviews")
    .where("server_id", "=", serverId)
    .where("fingerprint", "is", null)
    .where("tool_name", "not in", listed)
    .execute();
  await trx
    .updateTable("tool_reviews")
    .set({ waiting_fingerprint: null, waiting_json: null, waiting_at: null, rejected_by: null })
    .where("server_id", "=", serverId)
    .where("waiting_fingerprint", "is not", null)
    .where("tool_name", "not in", listed)
    .execute();
}
