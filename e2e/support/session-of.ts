import { randomUUID } from "node:crypto";
import type { Keys } from "#lib/server/people/keys.ts";
import type { Database } from "#lib/store/engine/database.ts";

/** Opens a session for somebody who is in the store; resolves to the hash by which the store knows it. */
export async function sessionOf({ db }: Pick<Database, "db">, personId: string): Promise<string> {
  const tokenHash = randomUUID();
  const times = { created_at: 1, last_seen_at: 1 };
  await db
    .insertInto("sessions")
    .values({ token_hash: tokenHash, person_id: personId, ...times })
    .execute();
  return tokenHash;
}

type Made = Exclude<Awaited<ReturnType<Keys["make"]>>, string>;

/** Makes a key in a session of its person's. */
export async function keyMadeFor(
  database: Pick<Database, "db">,
  keys: Keys,
  person: Parameters<Keys["make"]>[0]["person"],
  asked: Parameters<Keys["make"]>[1],
): Promise<Made> {
  const made = await keys.make({ person, tokenHash: await sessionOf(database, person.id) }, asked);
  if (typeof made === "string") throw new Error(`There is no key: ${made}.`);
  return made;
}
