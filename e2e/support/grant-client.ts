import { once } from "node:events";
import { inTransaction } from "#lib/store/engine/database.ts";
import { takeGrant } from "#lib/store/approvals/grants.ts";
import { postgresDatabase } from "#lib/store/engine/postgres.ts";
import { sqliteDatabase } from "#lib/store/engine/sqlite.ts";

/**
 * One process that tries to use a grant, many times at once: `node grant-client.ts <store> <fingerprint> <times> <units>`.
 * Says that it is ready, waits for a line, then says how often it succeeded.
 */
const [store = "", fingerprint = "", times = "", units = ""] = process.argv.slice(2);
const database = store.startsWith("postgres")
  ? postgresDatabase({ url: store, connections: 5, patient: true })
  : sqliteDatabase({ file: store });

const take = async (): Promise<boolean> => {
  const one = { id: "grant", fingerprint, units: Number(units) };
  try {
    return (await inTransaction(database, (trx) => takeGrant(database, trx, one))) !== undefined;
  } catch (error) {
    // The embedded store has one writer; a transaction that found no turn in a second did nothing, and may be repeated.
    if (error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY")) return take();
    throw error;
  }
};

process.stdout.write("ready\n");
await once(process.stdin, "data");
const taken = await Promise.all(Array.from({ length: Number(times) }, take));
process.stdout.write(`${taken.filter(Boolean).length}\n`);
await database.close();
process.stdin.destroy();
