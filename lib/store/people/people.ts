import { sql } from "kysely";
import type { Role } from "#lib/people/role.ts";
import { may, mayManage, mayShutOut } from "#lib/people/may.ts";
import { closeSessions } from "./accounts.ts";
import { closeStreams } from "./close-streams.ts";
import { record } from "#lib/store/audit/record.ts";
import { layHand, takeTurn } from "./hands.ts";
import { type Database, inTransaction } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { endLasting } from "./end-lasting.ts";
import { countMade, holdPerson } from "./person-counts.ts";
import { unsubscribeAll } from "./push-subscriptions.ts";
import { idLists } from "#lib/store/engine/id-lists.ts";
import type { PeopleRow } from "#lib/store/schema/people-tables.ts";
import { withdrawSignatures } from "./withdraw-signatures.ts";

/** Why nothing was changed. */
export type PeopleRefusal = "unknown" | "not-allowed" | "owner-only" | "oneself";
type Outcome = { changed: PeopleRow } | { refused: PeopleRefusal };

export type Listed = Pick<PeopleRow, "id" | "name" | "email" | "role" | "created_at" | "disabled_at"> & {
  last_seen_at: number | null;
};

/** Everybody who has ever signed in, sorted by name. */
export function allPeople({ db }: Database): Promise<Listed[]> {
  return db
    .selectFrom("people")
    .select(["id", "name", "email", "role", "created_at", "disabled_at"])
    .select((person) =>
      person
        .selectFrom("sessions")
        .select((all) => all.fn.max("last_seen_at").as("seen"))
        .whereRef("sessions.person_id", "=", "people.id")
        .as("last_seen_at"),
    )
    .orderBy(sql`lower(name)`)
    .orderBy("id")
    .execute();
}

export function personBy({ db }: Database, by: { id: string } | { email: string }): Promise<PeopleRow | undefined> {
  const people = db.selectFrom("people").selectAll();
  return ("id" in by ? people.where("id", "=", by.id) : people.where("email", "=", by.email)).executeTakeFirst();
}

/** Names and addresses of people, by their ids. */
export async function namesOfPeople(
  { db }: Pick<Database, "db">,
  ids: string[],
): Promise<Map<string, { name: string; email: string | null }>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("people").select(["id", "name", "email"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, ...named }) => [id, named]));
}

/** For the audit record: who acts on a question of another person's chat; nothing where they are the same person. */
export async function actorBeside(
  trx: Trx,
  { person_id }: { person_id: string },
  personId: string,
): Promise<{ by?: string; name?: string }> {
  if (personId === person_id) return {};
  const name = (await namesOfPeople({ db: trx }, [personId])).get(personId)?.name;
  return { by: personId, ...(name === undefined ? {} : { name }) };
}

/** The access version of each of these people. */
export async function accessVersions({ db }: Database, ids: string[]): Promise<{ id: string; version: number }[]> {
  const lists = idLists(ids).map((list) =>
    db.selectFrom("people").select(["id", "access_version as version"]).where("id", "in", list).execute(),
  );
  return (await Promise.all(lists)).flat();
}

export type By = { actorId: string; personId: string };

/**
 * Changes a role. Nobody changes their own. The owner hands the instance over by making somebody else the owner, and
 * becomes an admin.
 */
export function changeRole(database: Database, { actorId, personId, role }: By & { role: Role }): Promise<Outcome> {
  return inTransaction(database, async (trx) => {
    const found = await bothOf(trx, { actorId, personId });
    if ("refused" in found) return found;
    const { actor, person } = found;
    const refused =
      refusalToManage(actor.role, person.role) ?? (role === "owner" ? null : refusalToManage(actor.role, role));
    if (refused !== null) return { refused };
    if (role === "owner" && (actor.role !== "owner" || person.email === null || person.disabled_at !== null)) {
      return { refused: "not-allowed" };
    }
    if (role === person.role) return { changed: person };
    if (role === "owner") {
      await setRole(database, trx, actor, { of: actor, to: "admin" });
      await trx.updateTable("instance").set({ value: personId }).where("key", "=", "owner").execute();
    }
    return { changed: await setRole(database, trx, actor, { of: person, to: role }) };
  });
}

async function setRole(
  database: Database,
  trx: Trx,
  actor: PeopleRow,
  { of, to }: { of: PeopleRow; to: Role },
): Promise<PeopleRow> {
  const changed = await trx
    .updateTable("people")
    .set({ role: to })
    .where("id", "=", of.id)
    .where("role", "=", of.role)
    .returningAll()
    .executeTakeFirstOrThrow();
  await closeStreams(trx, of.id);
  // The maker of a link for them may no longer be allowed to manage them.
  await trx.deleteFrom("password_resets").where("person_id", "=", of.id).execute();
  await withdrawSignatures(trx, of.id);
  if (to !== "member") await layHand(database, trx, { personId: of.id, by: actor });
  const event = { kind: "role-changed", of: of.id, name: of.name, from: of.role, to } as const;
  await record(database, trx, { personId: actor.id }, event);
  return changed;
}

/** A disabled person is out at once: their sessions and keys end, and they get no new ones. */
export function setDisabled(
  database: Database,
  { actorId, personId, disabled }: By & { disabled: boolean },
): Promise<Outcome> {
  const { now } = database;
  return inTransaction(database, async (trx) => {
    const found = await (disabled ? shutOut(trx, { actorId, personId }) : managed(trx, { actorId, personId }));
    if ("refused" in found) return found;
    const { actor, person } = found;
    if ((person.disabled_at !== null) === disabled) return { changed: person };
    const changed = await trx
      .updateTable("people")
      .set({ disabled_at: disabled ? sql<number>`${now}` : null })
      .where("id", "=", personId)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (disabled) {
      await endSessions(database, trx, personId);
      await endLasting(database, trx, personId, "disabled");
      await trx.deleteFrom("password_resets").where("person_id", "=", personId).execute();
    } else {
      await countMade(database, trx, actorId);
      await layHand(database, trx, { personId, by: actor });
    }
    const kind = disabled ? "person-disabled" : "person-enabled";
    await record(database, trx, { personId: actorId }, { kind, of: personId, name: person.name });
    return { changed };
  });
}

/** Ends every session of somebody else. Where there was nothing to end, that leaves no record (G14: loops). */
export function signOutOther(database: Database, by: By): Promise<Outcome> {
  return inTransaction(database, async (trx) => {
    const found = await shutOut(trx, by);
    if ("refused" in found) return found;
    const { actor, person } = found;
    if (await endSessions(database, trx, person.id)) {
      const event = { kind: "sessions-ended", of: person.id, name: person.name } as const;
      await record(database, trx, { personId: actor.id }, event);
    }
    return { changed: person };
  });
}

/** Part of the caller's transaction, which records why; false where the person had nothing that could end. */
export async function endSessions(database: Database, trx: Trx, personId: string): Promise<boolean> {
  await holdPerson(database, trx, personId);
  // Their browsers get no more notifications.
  const browsers = await unsubscribeAll(database, trx, personId);
  return (await closeSessions(trx, personId)) || browsers > 0;
}

/** Why somebody may not make or change people of this role; null when they may. */
export function refusalToManage(actor: Role, role: Role): "not-allowed" | "owner-only" | null {
  if (mayManage(actor, role)) return null;
  return role !== "owner" && may(actor, "manage-people") ? "owner-only" : "not-allowed";
}

/** The actor and the person of a change; or why the actor may not make it. */
export async function managed(trx: Trx, by: By): ReturnType<typeof bothOf> {
  const found = await bothOf(trx, by);
  if ("refused" in found) return found;
  const refused = refusalToManage(found.actor.role, found.person.role);
  return refused === null ? found : { refused };
}

async function shutOut(trx: Trx, by: By): ReturnType<typeof bothOf> {
  const found = await bothOf(trx, by);
  if ("refused" in found || mayShutOut(found.actor.role, found.person.role)) return found;
  return { refused: refusalToManage(found.actor.role, found.person.role) ?? "not-allowed" };
}

/** Both as they are now, locked until the transaction ends: all such changes take turns at one row. */
async function bothOf(
  trx: Trx,
  { actorId, personId }: By,
): Promise<{ actor: PeopleRow; person: PeopleRow } | { refused: PeopleRefusal }> {
  if (actorId === personId) return { refused: "oneself" };
  await takeTurn(trx);
  const rows = await trx.selectFrom("people").selectAll().where("id", "in", [actorId, personId]).execute();
  const [actor, person] = [actorId, personId].map((id) => rows.find((row) => row.id === id));
  if (actor === undefined || actor.disabled_at !== null) return { refused: "not-allowed" };
  return person === undefined ? { refused: "unknown" } : { actor, person };
}
