import { Migrator, sql, type Kysely, type Migration } from "kysely";
import type { Schema } from "#lib/store/schema/schema.ts";
import type { Dialect } from "#lib/store/schema/dialect.ts";
import { initial } from "./0001-initial.ts";
import { manyProcesses } from "./0002-many-processes.ts";
import { auditChain } from "./0003-audit-chain.ts";
import { peopleAndPolicies } from "./0004-people-and-policies.ts";
import { signIn } from "./0005-sign-in.ts";
import { budgets } from "./0006-budgets.ts";
import { policyLife } from "./0007-policy-life.ts";
import { toolSettings } from "./0008-tool-settings.ts";
import { grants } from "./0009-grants.ts";
import { answers } from "./0010-answers.ts";
import { notifications } from "./0011-notifications.ts";
import { keys } from "./0012-keys.ts";
import { trail } from "./0012-trail.ts";
import { delegations } from "./0013-delegations.ts";
import { pastCalls } from "./0014-past-calls.ts";
import { ownAccounts } from "./0015-own-accounts.ts";
import { lapsingGrants } from "./0016-lapsing-grants.ts";
import { knownBrowsers } from "./0017-known-browsers.ts";
import { secondPeople } from "./0018-second-people.ts";
import { confirmedWords } from "./0021-confirmed-words.ts";
import { keptTrail } from "./0022-kept-trail.ts";
import { privateServers } from "./0023-private-servers.ts";
import { personCounts } from "./0024-person-counts.ts";
import { provedSessions } from "./0025-proved-sessions.ts";
import { originOfChats } from "./0026-origin-of-chats.ts";
import { gateway } from "./0027-gateway.ts";
import { asks } from "./0028-asks.ts";
import { exposureOfTools } from "./0029-exposure-of-tools.ts";
import { keptBlocks } from "./0030-kept-blocks.ts";
import { oauth } from "./0031-oauth.ts";
import { askCallbacks } from "./0032-ask-callbacks.ts";
import { heldCalls } from "./0033-held-calls.ts";
import { lostRuns } from "./0034-lost-runs.ts";
import { resultFiles } from "./0034-result-files.ts";
import { chatTools } from "./0035-chat-tools.ts";
import { modelConnections } from "./0036-model-connections.ts";
import { serverSignIns } from "./0037-server-sign-ins.ts";
import { queuedResources } from "./0039-queued-resources.ts";
import { explanations } from "./0043-explanations.ts";
import { rejectedTools } from "./0045-rejected-tools.ts";
import { devicesOfSessions } from "./0046-devices-of-sessions.ts";
import { approvalsInOrder } from "./0049-approvals-in-order.ts";
import { previews } from "./0051-previews.ts";
import { apps } from "./0052-apps.ts";
import { shownChats } from "./0055-shown-chats.ts";
import { waitingForOthers } from "./0056-waiting-for-others.ts";
import { keysOfRuns } from "./0057-keys-of-runs.ts";
import { languages } from "./0054-languages.ts";

/** The part of the connection that a migration needs. */
type Database = { db: Kysely<Schema>; dialect: Dialect };

/** Every schema change ever shipped, in order of its name. A shipped migration is never edited. */
export function migrationsFor(dialect: Dialect): Record<string, Migration> {
  return {
    "0001-initial": initial(dialect),
    "0002-many-processes": manyProcesses,
    "0003-audit-chain": auditChain(dialect),
    "0004-people-and-policies": peopleAndPolicies,
    "0005-sign-in": signIn,
    "0006-budgets": budgets,
    "0007-policy-life": policyLife,
    "0008-tool-settings": toolSettings,
    "0009-grants": grants,
    "0010-answers": answers,
    "0011-notifications": notifications,
    "0012-keys": keys,
    "0012-trail": trail,
    "0013-delegations": delegations,
    "0014-past-calls": pastCalls,
    "0015-own-accounts": ownAccounts,
    "0016-lapsing-grants": lapsingGrants,
    "0017-known-browsers": knownBrowsers,
    "0018-second-people": secondPeople,
    "0021-confirmed-words": confirmedWords,
    "0022-kept-trail": keptTrail(dialect),
    "0023-private-servers": privateServers,
    "0024-person-counts": personCounts,
    "0025-proved-sessions": provedSessions,
    "0026-origin-of-chats": originOfChats,
    "0027-gateway": gateway,
    "0028-asks": asks,
    "0029-exposure-of-tools": exposureOfTools,
    "0030-kept-blocks": keptBlocks,
    "0031-oauth": oauth,
    "0032-ask-callbacks": askCallbacks,
    "0033-held-calls": heldCalls,
    "0034-lost-runs": lostRuns,
    "0034-result-files": resultFiles,
    "0035-chat-tools": chatTools,
    "0036-model-connections": modelConnections,
    "0037-server-sign-ins": serverSignIns,
    "0039-queued-resources": queuedResources,
    "0043-explanations": explanations,
    "0045-rejected-tools": rejectedTools,
    "0046-devices-of-sessions": devicesOfSessions,
    "0049-approvals-in-order": approvalsInOrder,
    "0051-previews": previews,
    "0052-apps": apps,
    "0054-languages": languages,
    "0055-shown-chats": shownChats,
    "0056-waiting-for-others": waitingForOthers,
    "0057-keys-of-runs": keysOfRuns,
  };
}

/**
 * Brings the schema up to date; does nothing when it is. On PostgreSQL it needs a patient connection, because another
 * process may be migrating. Throws when a migration fails or the store is newer than this release.
 */
export async function migrate(database: Database): Promise<void> {
  const migrations = migrationsFor(database.dialect);
  const applied = await appliedMigrations(database);
  const unknown = applied.filter((name) => !(name in migrations));
  if (unknown.length > 0) {
    throw new Error(`The store was written by a later release, which knows ${unknown.join(", ")}.`);
  }
  // Checked first: statements that change the schema lock tables even when there is nothing to change.
  if (applied.length === Object.keys(migrations).length) return;
  const { error } = await withMigrationLock(database, (db) =>
    new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest(),
  );
  if (error) throw new Error("The store could not be brought up to date.", { cause: error });
}

async function appliedMigrations({ db, dialect }: Database): Promise<string[]> {
  const catalogue =
    dialect === "postgres"
      ? sql<{
          name: string;
        }>`select tablename as name from pg_tables where schemaname = current_schema() and tablename = 'kysely_migration'`
      : sql<{ name: string }>`select name from sqlite_master where type = 'table' and name = 'kysely_migration'`;
  if ((await catalogue.execute(db)).rows.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** "coun" in ASCII. */
const lockKey = 0x63_6f_75_6e;

/** One process at a time changes the schema, from its first table on. SQLite's own lock does that. */
function withMigrationLock<Result>(
  { db, dialect }: Database,
  work: (db: Database["db"]) => Promise<Result>,
): Promise<Result> {
  if (dialect === "sqlite") return work(db);
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${sql.lit(lockKey)})`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(lockKey)})`.execute(connection);
    }
  });
}
