import { sql } from "kysely";
import { record } from "#lib/store/audit/record.ts";
import { type Database, inTransaction } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { type BySession, holdSession } from "./hold-session.ts";
import { countMade } from "./person-counts.ts";

/**
 * Stores for `lifetimeMs` that a return with this state connects the provider's account with this person's. Counted
 * here, where the person hears of a limit before they leave. Throws `TooMuchMade`.
 */
export async function beginConnecting(
  database: Database,
  given: { stateHash: string; personId: string; sessionHash: string; lifetimeMs: number },
): Promise<void> {
  const { now } = database;
  await inTransaction(database, async (trx) => {
    await countMade(database, trx, given.personId);
    await trx.deleteFrom("connecting_accounts").where("expires_at", "<=", now).execute();
    await trx
      .insertInto("connecting_accounts")
      .values({
        state_hash: given.stateHash,
        person_id: given.personId,
        session_hash: given.sessionHash,
        expires_at: sql<number>`${now} + ${given.lifetimeMs}`,
      })
      .execute();
  });
}

/**
 * Whose account a return with this state connects; can be taken once. Null when the state is nobody's, "ended" when the
 * session that began it has ended or it took too long.
 */
export function takeConnecting(database: Database, stateHash: string): Promise<BySession | "ended" | null> {
  return inTransaction(database, async (trx) => {
    const wanted = trx.selectFrom("connecting_accounts").where("state_hash", "=", stateHash);
    const row = await wanted
      .select(["person_id", "session_hash"])
      .select((all) => all(all.ref("expires_at"), ">", database.now).as("in_time"))
      .executeTakeFirst();
    if (row === undefined) return null;
    const session = await trx
      .selectFrom("sessions")
      .select("token_hash")
      .where("token_hash", "=", row.session_hash)
      .executeTakeFirst();
    // The row stays: the same return again must not count as a sign-in.
    if (session === undefined || !row.in_time) return "ended";
    const taken = await trx.deleteFrom("connecting_accounts").where("state_hash", "=", stateHash).executeTakeFirst();
    if (taken.numDeletedRows !== 1n) return "ended";
    return { personId: row.person_id, tokenHash: row.session_hash };
  });
}

type NewAccount = { id: string; subject: string };

/** Connects a provider's account with the person who asked for it, unless their session ended since. */
export function connectAccount(
  database: Database,
  { personId, tokenHash, account }: BySession & { account: NewAccount },
): Promise<"known" | "connected-elsewhere" | "connected-otherwise" | "connecting-ended" | "disabled"> {
  return inTransaction(database, async (trx) => {
    if (!(await holdSession(database, trx, { personId, tokenHash }))) return "connecting-ended";
    const known = await trx
      .selectFrom("accounts")
      .select("person_id")
      .where("provider", "=", "oidc")
      .where("subject", "=", account.subject)
      .executeTakeFirst();
    if (known !== undefined) return known.person_id === personId ? "known" : "connected-elsewhere";
    return addConnection(database, trx, { personId, account, by: "oneself" });
  });
}

/** Part of the caller's transaction. Each person has at most one account of the provider. */
export async function addConnection(
  database: Database,
  trx: Trx,
  { personId, account, by }: { personId: string; account: NewAccount; by: "oneself" | "address" },
): Promise<"known" | "connected-otherwise" | "disabled"> {
  const { now } = database;
  // Locks the person: two returns at once would both find no account. On SQLite transactions take turns anyway.
  const person = await trx
    .updateTable("people")
    .set((row) => ({ name: row.ref("name") }))
    .where("id", "=", personId)
    .where("disabled_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (person === undefined) return "disabled";
  const other = await trx
    .selectFrom("accounts")
    .select("id")
    .where("provider", "=", "oidc")
    .where("person_id", "=", personId)
    .executeTakeFirst();
  if (other !== undefined) return "connected-otherwise";
  await trx
    .insertInto("accounts")
    .values({
      ...account,
      person_id: personId,
      provider: "oidc",
      password_hash: null,
      created_at: now,
      changed_at: now,
    })
    .execute();
  await record(database, trx, { personId }, { kind: "account-connected", by });
  return "known";
}

/**
 * Removes a person's account of the provider; false when there is none, or when they have no password to sign in with.
 */
export function disconnectAccount(database: Database, personId: string): Promise<boolean> {
  return inTransaction(database, async (trx) => {
    const password = await trx
      .selectFrom("accounts")
      .select("id")
      .where("person_id", "=", personId)
      .where("provider", "=", "password")
      .executeTakeFirst();
    if (password === undefined) return false;
    return removeConnection(database, trx, personId);
  });
}

/** Part of the caller's transaction; false when there is none. Somebody else may have connected it. */
export async function removeConnection(database: Database, trx: Trx, personId: string): Promise<boolean> {
  const gone = await trx
    .deleteFrom("accounts")
    .where("person_id", "=", personId)
    .where("provider", "=", "oidc")
    .executeTakeFirst();
  if (gone.numDeletedRows === 0n) return false;
  await record(database, trx, { personId }, { kind: "account-disconnected" });
  return true;
}
