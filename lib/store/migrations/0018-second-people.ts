import type { Kysely, Migration } from "kysely";

/** Whose hand is on which account, passkeys, and how sessions were proved. */
export const secondPeople: Migration = {
  up: async (db) => {
    await db.schema.alterTable("sessions").addColumn("proved_by", "text").execute();
    await db.schema.alterTable("sessions").addColumn("passkey_at", "bigint").execute();
    await db.schema.alterTable("password_resets").addColumn("made_by", "text").execute();
    // Nobody knows who made those that are open: whoever did may make another.
    await db.deleteFrom("password_resets").execute();
    await db.schema
      .createTable("account_hands")
      .addColumn("person_id", "text", (column) => column.notNull().references("people.id"))
      .addColumn("by_id", "text", (column) => column.notNull().references("people.id"))
      .addColumn("as_owner", "integer", (column) => column.notNull())
      .addColumn("at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("account_hands_key", ["person_id", "by_id", "as_owner"])
      .execute();
    await db.schema.createIndex("account_hands_by").on("account_hands").column("by_id").execute();
    await db.schema
      .createTable("passkeys")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("person_id", "text", (column) => column.notNull().references("people.id"))
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("public_key", "text", (column) => column.notNull())
      .addColumn("counter", "bigint", (column) => column.notNull())
      .addColumn("transports_json", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("last_used_at", "bigint")
      .addColumn("copied_at", "bigint")
      .execute();
    await db.schema.createIndex("passkeys_of_person").on("passkeys").column("person_id").execute();
    await db.schema
      .createTable("passkey_challenges")
      .addColumn("challenge_hash", "text", (column) => column.primaryKey())
      .addColumn("person_id", "text", (column) => column.notNull().references("people.id"))
      .addColumn("purpose", "text", (column) => column.notNull())
      .addColumn("bound_to", "text", (column) => column.notNull())
      .addColumn("expires_at", "bigint", (column) => column.notNull())
      .execute();
    await layHandsOfBefore(db);
  },
};

type OfBefore = {
  people: { id: string; email: string | null; role: string };
  audit: { seq: number; kind: string; person_id: string | null; at: number; detail_json: string };
  account_hands: { person_id: string; by_id: string; as_owner: number; at: number };
};

type Said = { of?: string; email?: string; to?: string };

/**
 * What the trail says of who made, raised, reset or let in whom, before that was kept. An act of whoever is the owner by
 * now counts as the owner's.
 */
async function layHandsOfBefore(db: Kysely<OfBefore>): Promise<void> {
  const people = await db.selectFrom("people").select(["id", "email", "role"]).execute();
  const known = new Map(people.map((person) => [person.id, person]));
  const rows = await db
    .selectFrom("audit")
    .select(["kind", "person_id", "at", "detail_json"])
    .where("kind", "in", ["person-invited", "role-changed", "person-enabled", "password-reset-made"])
    .orderBy("seq")
    .execute();
  const hands = new Map<string, OfBefore["account_hands"]>();
  for (const { kind, person_id: by, at, detail_json } of rows) {
    // Written by `record` alone.
    const { of, email, to } = JSON.parse(detail_json) as Said;
    const person = kind === "person-invited" ? people.find((each) => each.email === email)?.id : of;
    const maker = known.get(by ?? "");
    if (person === undefined || !known.has(person) || maker === undefined || maker.id === person) continue;
    if (kind === "role-changed" && to === "member") continue;
    const as_owner = maker.role === "owner" ? 1 : 0;
    hands.set(JSON.stringify([person, maker.id]), { person_id: person, by_id: maker.id, as_owner, at });
  }
  for (const hand of hands.values()) await db.insertInto("account_hands").values(hand).execute();
}
