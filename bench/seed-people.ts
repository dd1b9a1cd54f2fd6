import { randomUUID } from "node:crypto";
import { hashOf, newToken } from "#lib/server/http/session-cookie.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { claimInstance } from "#lib/store/people/sessions.ts";

/** Somebody with a session; its token is for the cookie. */
export type SeededPerson = { id: string; token: string };

/** Signs people in, the first of them as the one whom the instance belongs to. Sign-in knows one person so far. */
export async function seedPeople(database: Database, count: number): Promise<SeededPerson[]> {
  const people = Array.from({ length: count }, () => ({ id: randomUUID(), token: newToken() }));
  const [owner, ...others] = people;
  if (owner === undefined) return [];
  const { db, now } = database;
  await claimInstance(database, { tokenHash: hashOf(owner.token), person: { id: owner.id, name: "You" } });
  for (let from = 0; from < others.length; from += 500) {
    const some = others.slice(from, from + 500);
    await db
      .insertInto("people")
      .values(some.map(({ id }) => ({ id, name: "Somebody", created_at: now })))
      .execute();
    const session = { created_at: now, last_seen_at: now };
    await db
      .insertInto("sessions")
      .values(some.map(({ id, token }) => ({ token_hash: hashOf(token), person_id: id, ...session })))
      .execute();
  }
  return people;
}
