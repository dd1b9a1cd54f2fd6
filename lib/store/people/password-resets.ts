import { sql } from "kysely";
import { mayManage } from "#lib/people/may.ts";
import type { Role } from "#lib/people/role.ts";
import { type NewPassword, type NewSession, openSession, setPassword } from "./accounts.ts";
import { record } from "#lib/store/audit/record.ts";
import { removeConnection } from "./connect-account.ts";
import { type Database, inTransaction } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { layHand, takeTurn } from "./hands.ts";
import { endLasting } from "./end-lasting.ts";
import { removeAllPasskeys } from "./passkeys.ts";
import { countMade, holdPerson } from "./person-counts.ts";
import { type By, endSessions, managed, type PeopleRefusal } from "./people.ts";

type Link = { keyHash: string; lifetimeMs: number; madeBy: string | null };
type NoReset = "disabled" | "no-password";

/**
 * Makes the one link by which somebody may choose a new password; an earlier one stops working. Only for people who
 * sign in with a password: for the others the organisation vouches. The maker must be allowed to manage them.
 */
export function makeReset(
  database: Database,
  { actorId, personId, ...link }: By & Omit<Link, "madeBy">,
): Promise<"made" | PeopleRefusal | NoReset> {
  return inTransaction(database, async (trx) => {
    const found = await managed(trx, { actorId, personId });
    if ("refused" in found) return found.refused;
    const { person } = found;
    if (person.disabled_at !== null) return "disabled";
    const account = await trx
      .selectFrom("accounts")
      .select("id")
      .where("person_id", "=", personId)
      .where("provider", "=", "password")
      .executeTakeFirst();
    if (account === undefined) return "no-password";
    await countMade(database, trx, actorId);
    await insertLink(database, trx, personId, { ...link, madeBy: actorId });
    await record(
      database,
      trx,
      { personId: actorId },
      { kind: "password-reset-made", of: personId, name: person.name },
    );
    return "made";
  });
}

/**
 * The same from the console, whose user has the store anyway: for anybody with an account, the owner too, also for
 * somebody without a password.
 */
export function makeResetAtConsole(
  database: Database,
  { email, ...link }: Omit<Link, "madeBy"> & { email: string },
): Promise<"made" | "unknown" | "disabled"> {
  return inTransaction(database, async (trx) => {
    const person = await trx.selectFrom("people").selectAll().where("email", "=", email).executeTakeFirst();
    if (person === undefined) return "unknown";
    if (person.disabled_at !== null) return "disabled";
    await insertLink(database, trx, person.id, { ...link, madeBy: null });
    await record(database, trx, {}, { kind: "password-reset-made", of: person.id, name: person.name });
    return "made";
  });
}

async function insertLink(
  { now }: Database,
  trx: Trx,
  personId: string,
  { keyHash, lifetimeMs, madeBy }: Link,
): Promise<void> {
  const row = { key_hash: keyHash, made_by: madeBy, expires_at: sql<number>`${now} + ${lifetimeMs}` };
  await trx
    .insertInto("password_resets")
    .values({ person_id: personId, ...row })
    .onConflict((conflict) => conflict.column("person_id").doUpdateSet(row))
    .execute();
}

/** Who may choose a new password by this key; undefined when it no longer works. */
export async function resetBy(
  { db, now }: Pick<Database, "db" | "now">,
  keyHash: string,
): Promise<{ id: string; name: string; email: string | null } | undefined> {
  const found = await db
    .selectFrom("password_resets")
    .innerJoin("people", "people.id", "password_resets.person_id")
    .select(["people.id", "people.name", "people.email", "people.role", "made_by"])
    .where("key_hash", "=", keyHash)
    .where("expires_at", ">", now)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  if (found === undefined || (await makerOf(db, found)) === "may-not") return undefined;
  const { id, name, email } = found;
  return { id, name, email };
}

/** The maker of a link, if they may still make it; null for the console. */
async function makerOf(
  db: Trx | Database["db"],
  { made_by, role }: { made_by: string | null; role: Role },
): Promise<{ id: string; role: Role } | null | "may-not"> {
  if (made_by === null) return null;
  const maker = await db
    .selectFrom("people")
    .select(["id", "role"])
    .where("id", "=", made_by)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  return maker !== undefined && mayManage(maker.role, role) ? maker : "may-not";
}

/**
 * Uses the key: sets this password, ends every earlier session and what outlasts one, removes passkeys and the connected
 * account, and opens this session. Null when the key no longer works.
 */
export function resetPassword(
  database: Database,
  { keyHash, password, session }: { keyHash: string; password: NewPassword; session: NewSession },
): Promise<{ email: string } | null> {
  const { now } = database;
  return inTransaction(database, async (trx) => {
    await takeTurn(trx);
    const used = await trx
      .deleteFrom("password_resets")
      .where("key_hash", "=", keyHash)
      .where("expires_at", ">", now)
      .returning(["person_id", "made_by"])
      .executeTakeFirst();
    if (used === undefined) return null;
    const personId = used.person_id;
    await holdPerson(database, trx, personId);
    const person = await trx
      .selectFrom("people")
      .select(["email", "role"])
      .where("id", "=", personId)
      .where("disabled_at", "is", null)
      .executeTakeFirst();
    if (person?.email == null) return null;
    const maker = await makerOf(trx, { made_by: used.made_by, role: person.role });
    if (maker === "may-not") return null;
    await setPassword(database, trx, personId, password);
    await endSessions(database, trx, personId);
    await endLasting(database, trx, personId, "password-reset");
    await removeAllPasskeys(database, trx, personId);
    await removeConnection(database, trx, personId);
    if (maker !== null) await layHand(database, trx, { personId, by: maker });
    await openSession(database, trx, personId, session, "reset");
    await record(database, trx, { personId }, { kind: "password-reset" }, { kind: "signed-in", by: "reset" });
    return { email: person.email };
  });
}
