import type { Role } from "#lib/people/role.ts";
import type { Database } from "#lib/store/engine/database.ts";

export type Teammate = { id: string; name: string; role: Role };

/** Four people with a role each, beside those whom a test has. */
export const team = {
  ana: { id: "ana", name: "Ana", role: "reviewer" },
  ben: { id: "ben", name: "Ben", role: "reviewer" },
  cleo: { id: "cleo", name: "Cleo", role: "member" },
  dora: { id: "dora", name: "Dora", role: "admin" },
} as const satisfies Record<string, Teammate>;

/** Lets people in, as signing up would. */
export async function addPeople({ db }: Database, people: readonly Teammate[] = Object.values(team)): Promise<void> {
  await db
    .insertInto("people")
    .values(people.map((person) => ({ ...person, created_at: 0 })))
    .execute();
}

export async function giveRole({ db }: Database, { id }: { id: string }, role: Role): Promise<void> {
  await db.updateTable("people").set({ role }).where("id", "=", id).execute();
}

export async function disable({ db }: Database, { id }: { id: string }): Promise<void> {
  await db.updateTable("people").set({ disabled_at: 1 }).where("id", "=", id).execute();
}
