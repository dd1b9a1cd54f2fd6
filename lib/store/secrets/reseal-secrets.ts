import { sql } from "kysely";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";
import { aboutSecret } from "#lib/store/schema/about-secret.ts";
import { pushKeysKey } from "#lib/store/schema/secrets.ts";

/** A secret as it stands in the store, and what it is in words. */
export type StoredSecret = {
  stored: string;
  about: string;
  what: string;
  /** What to do where nobody can open it any more; null where it then counts as absent. */
  mend: string | null;
};

/**
 * Replaces every secret of the store by what `again` makes of it, null leaving it as it is, in one transaction.
 * Resolves to how many were replaced. `again` may be called more than once for each.
 */
export function resealSecrets(database: Database, again: (secret: StoredSecret) => string | null): Promise<number> {
  const isServer = database.dialect === "postgres";
  return inTransaction(database, async (trx) => {
    // What is replaced must not stay in free parts of the file.
    if (!isServer) await sql`pragma secure_delete = on`.execute(trx);
    let count = 0;
    const replace = async (secret: StoredSecret, write: (text: string) => Promise<unknown>) => {
      const text = again(secret);
      if (text === null) return;
      await write(text);
      count += 1;
    };

    const models = trx
      .selectFrom("model_connections")
      .select(["id", "provider", "base_url", "person_id", "sealed_key"]);
    for (const row of await models.$if(isServer, (rows) => rows.forUpdate()).execute()) {
      const { id, sealed_key: stored } = row;
      if (stored === null) continue;
      const of = { what: `the key of the account ${id}`, mend: "enter it again" };
      await replace({ stored, about: aboutSecret.modelKey(row), ...of }, (sealed_key) =>
        trx.updateTable("model_connections").set({ sealed_key }).where("id", "=", id).execute(),
      );
    }

    const servers = trx.selectFrom("tool_servers").select(["id", "entry_json"]);
    for (const { id, entry_json: stored } of await servers.$if(isServer, (rows) => rows.forUpdate()).execute()) {
      if (stored === null) continue;
      const of = { what: `the entry of the server ${id}`, mend: "enter it again" };
      await replace({ stored, about: aboutSecret.serverEntry(id), ...of }, (entry_json) =>
        trx.updateTable("tool_servers").set({ entry_json }).where("id", "=", id).execute(),
      );
    }

    const consents = trx.selectFrom("server_consents").select(["server_id", "vouched_json"]);
    for (const row of await consents.$if(isServer, (rows) => rows.forUpdate()).execute()) {
      const { server_id: id, vouched_json: stored } = row;
      const of = { what: `what was confirmed of the server ${id}`, mend: null };
      await replace({ stored, about: aboutSecret.serverConsent(id), ...of }, (vouched_json) =>
        trx.updateTable("server_consents").set({ vouched_json }).where("server_id", "=", id).execute(),
      );
    }

    const signIns = trx.selectFrom("server_sign_ins").select(["server_id", "person_id", "address", "sealed_json"]);
    for (const row of await signIns.$if(isServer, (rows) => rows.forUpdate()).execute()) {
      const { server_id, person_id, sealed_json: stored } = row;
      const of = { what: `a sign-in to the server ${server_id}`, mend: null };
      await replace({ stored, about: aboutSecret.serverSignIn(row), ...of }, (sealed_json) =>
        trx
          .updateTable("server_sign_ins")
          .set({ sealed_json })
          .where("server_id", "=", server_id)
          .where("person_id", "=", person_id)
          .execute(),
      );
    }

    const clients = trx.selectFrom("server_clients").select(["server_id", "sealed_json"]);
    for (const { server_id: id, sealed_json: stored } of await clients
      .$if(isServer, (rows) => rows.forUpdate())
      .execute()) {
      const of = { what: `the client of the server ${id}`, mend: null };
      await replace({ stored, about: aboutSecret.serverClient(id), ...of }, (sealed_json) =>
        trx.updateTable("server_clients").set({ sealed_json }).where("server_id", "=", id).execute(),
      );
    }

    const attempts = trx.selectFrom("server_sign_in_attempts").select(["state_hash", "sealed_json"]);
    for (const { state_hash: hash, sealed_json: stored } of await attempts
      .$if(isServer, (rows) => rows.forUpdate())
      .execute()) {
      const of = { what: "a sign-in that was begun", mend: null };
      await replace({ stored, about: aboutSecret.signInAttempt(hash), ...of }, (sealed_json) =>
        trx.updateTable("server_sign_in_attempts").set({ sealed_json }).where("state_hash", "=", hash).execute(),
      );
    }

    const webhooks = trx.selectFrom("webhooks").select(["id", "kind", "url", "secret"]);
    for (const row of await webhooks.$if(isServer, (rows) => rows.forUpdate()).execute()) {
      for (const column of ["url", "secret"] as const) {
        const of = { what: `the ${column} of the webhook ${row.id}`, mend: "remove it and add it again" };
        await replace({ stored: row[column], about: aboutSecret.webhook(row, column), ...of }, (text) =>
          trx
            .updateTable("webhooks")
            .set({ [column]: text })
            .where("id", "=", row.id)
            .execute(),
        );
      }
    }

    const kept = trx.selectFrom("instance").select("value").where("key", "=", pushKeysKey);
    for (const { value: stored } of await kept.$if(isServer, (rows) => rows.forUpdate()).execute()) {
      const mend = `make new ones: delete from instance where key = '${pushKeysKey}'`;
      await replace({ stored, about: aboutSecret.pushKeys(), what: "the keys of push messages", mend }, (value) =>
        trx.updateTable("instance").set({ value }).where("key", "=", pushKeysKey).execute(),
      );
    }
    if (!isServer) await sql`pragma secure_delete = off`.execute(trx);
    return count;
  });
}
