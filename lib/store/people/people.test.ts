import { beforeEach, describe, expect, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { recordedKinds } from "#e2e/support/test-team.ts";
import { roles, type Role } from "#lib/people/role.ts";
import { clockOf } from "#lib/store/engine/clock.ts";
import { type Database, inTransaction } from "#lib/store/engine/database.ts";
import { layHand, presentHands } from "./hands.ts";
import { invitationBy, invite } from "./invitations.ts";
import { joinByInvitation } from "./join-by-invitation.ts";
import { makeReset } from "./password-resets.ts";
import { changeRole, setDisabled, signOutOther } from "./people.ts";

let database: Database;

beforeEach(async () => {
  database = await openTestDatabase();
  const everybody = [...roles, "admin2", "member2"] as const;
  await database.db
    .insertInto("people")
    .values(
      everybody.map((name) => ({
        id: name,
        name,
        email: `${name}@example.com`,
        role: name.replace("2", "") as Role,
        created_at: 1,
      })),
    )
    .execute();
  await database.db.insertInto("instance").values({ key: "owner", value: "owner" }).execute();
});

const roleOf = async (id: string) =>
  (await database.db.selectFrom("people").select("role").where("id", "=", id).executeTakeFirstOrThrow()).role;

/** Who may give which role to whom: everything else is refused. */
const granted: [actor: string, person: string, role: Role][] = [
  ["admin", "member", "member"],
  ["admin", "member2", "member"],
  ["admin2", "member", "member"],
  ["admin2", "member2", "member"],
  ...roles.flatMap((role) =>
    ["member", "reviewer", "admin", "admin2", "member2"].map((id): [string, string, Role] => ["owner", id, role]),
  ),
];

describe("B1, B17: changing a role", () => {
  const everybody = ["member", "reviewer", "admin", "owner", "admin2", "member2"];
  test.each(everybody)("by %s changes whom it may, to what it may, and nothing else", async (actorId) => {
    for (const personId of everybody) {
      for (const role of roles) {
        const before = await database.db.selectFrom("people").selectAll().orderBy("id").execute();
        const outcome = await changeRole(database, { actorId, personId, role });
        const allowed = granted.some(([by, whom, to]) => by === actorId && whom === personId && to === role);
        expect({ actorId, personId, role, changed: "changed" in outcome }).toEqual({
          actorId,
          personId,
          role,
          changed: allowed,
        });
        if (allowed) await restore(before);
        else expect(await database.db.selectFrom("people").selectAll().orderBy("id").execute()).toEqual(before);
      }
    }
  });

  async function restore(rows: Awaited<ReturnType<typeof peopleRows>>) {
    await database.db.updateTable("people").set({ role: "member" }).where("role", "=", "owner").execute();
    for (const { id, ...row } of rows) await database.db.updateTable("people").set(row).where("id", "=", id).execute();
    await database.db.updateTable("instance").set({ value: "owner" }).where("key", "=", "owner").execute();
  }
  const peopleRows = () => database.db.selectFrom("people").selectAll().execute();
});

test("the owner hands the instance over to one other, and is an admin then", async () => {
  expect(await changeRole(database, { actorId: "owner", personId: "reviewer", role: "owner" })).toHaveProperty(
    "changed",
  );
  expect([await roleOf("owner"), await roleOf("reviewer")]).toEqual(["admin", "owner"]);
  const { value } = await database.db.selectFrom("instance").select("value").executeTakeFirstOrThrow();
  expect(value).toBe("reviewer");
  expect(await changeRole(database, { actorId: "owner", personId: "member", role: "owner" })).toEqual({
    refused: "not-allowed",
  });
  expect(await recordedKinds(database)).toEqual(["role-changed", "role-changed"]);
});

test("B13: handing over to five at once leaves exactly one owner", async () => {
  const others = ["member", "reviewer", "admin", "admin2", "member2"];
  const outcomes = await Promise.all(
    others.map((personId) => changeRole(database, { actorId: "owner", personId, role: "owner" })),
  );
  expect(outcomes.filter((outcome) => "changed" in outcome)).toHaveLength(1);
  const owners = await database.db.selectFrom("people").select("id").where("role", "=", "owner").execute();
  expect(owners).toHaveLength(1);
});

test("B11: an admin who was disabled a moment ago changes nothing any more", async () => {
  await setDisabled(database, { actorId: "owner", personId: "admin", disabled: true });
  expect(await setDisabled(database, { actorId: "admin", personId: "member", disabled: true })).toEqual({
    refused: "not-allowed",
  });
  expect(await changeRole(database, { actorId: "admin", personId: "member", role: "member" })).toEqual({
    refused: "not-allowed",
  });
  expect(await signOutOther(database, { actorId: "admin", personId: "member" })).toEqual({ refused: "not-allowed" });
});

test("nobody disables the owner or themselves, and only the owner an admin", async () => {
  const disable = (actorId: string, personId: string) => setDisabled(database, { actorId, personId, disabled: true });
  expect(await disable("admin", "owner")).toEqual({ refused: "not-allowed" });
  expect(await disable("owner", "owner")).toEqual({ refused: "oneself" });
  expect(await disable("admin", "admin2")).toEqual({ refused: "owner-only" });
  expect(await disable("reviewer", "member")).toEqual({ refused: "not-allowed" });
  expect(await disable("owner", "nobody")).toEqual({ refused: "unknown" });
  expect(await disable("owner", "admin2")).toHaveProperty("changed");
  expect(await disable("admin", "member")).toHaveProperty("changed");
});

test("B17: an admin shuts a reviewer out, and only the owner lets them back in or gives them a new password", async () => {
  const reviewer = { personId: "reviewer" };
  const link = { keyHash: "k", lifetimeMs: 1_000 };
  const refused = { refused: "owner-only" };
  await database.db
    .insertInto("accounts")
    .values({
      id: "a",
      person_id: "reviewer",
      provider: "password",
      subject: "reviewer",
      password_hash: "x",
      created_at: 1,
      changed_at: 1,
    })
    .execute();
  expect(await makeReset(database, { actorId: "admin", ...reviewer, ...link })).toBe("owner-only");
  expect(await changeRole(database, { actorId: "admin", ...reviewer, role: "member" })).toEqual(refused);
  expect(await changeRole(database, { actorId: "admin", personId: "member", role: "reviewer" })).toEqual(refused);
  expect(await signOutOther(database, { actorId: "admin", ...reviewer })).toHaveProperty("changed");
  expect(await setDisabled(database, { actorId: "admin", ...reviewer, disabled: true })).toHaveProperty("changed");
  expect(await setDisabled(database, { actorId: "admin", ...reviewer, disabled: false })).toEqual(refused);
  expect(await setDisabled(database, { actorId: "owner", ...reviewer, disabled: false })).toHaveProperty("changed");
  expect(await makeReset(database, { actorId: "owner", ...reviewer, ...link })).toBe("made");
  expect(await presentHands(database)).toEqual([{ personId: "reviewer", byId: "owner", asOwner: true }]);
});

test("B17: only the owner invites people who may answer for others, and no invitation outlives the right to make it", async () => {
  const invitation = (role: Role) => ({
    id: role,
    key_hash: role,
    email: `${role}9@example.com`,
    role,
    lifetimeMs: 1_000_000,
  });
  const person = { id: "new", name: "New" };
  expect(await invite(database, { ...invitation("reviewer"), actorId: "admin" })).toBe("owner-only");
  expect(await invite(database, { ...invitation("admin"), actorId: "admin" })).toBe("owner-only");
  expect(await invite(database, { ...invitation("member"), actorId: "admin" })).toBe("invited");
  expect(await invite(database, { ...invitation("reviewer"), actorId: "owner" })).toBe("invited");
  const join = (keyHash: string) =>
    joinByInvitation(database, {
      keyHash,
      person,
      password: { accountId: keyHash, passwordHash: "x" },
      session: {
        tokenHash: keyHash,
        formerHash: null,
        provedAt: "now",
        browser: null,
        mark: { tokenHash: keyHash, formerHash: null },
      },
    });
  await changeRole(database, { actorId: "owner", personId: "admin2", role: "owner" });
  expect(await invitationBy(database, "reviewer")).toBeUndefined();
  expect(await join("reviewer")).toBeNull();
  expect(await join("member")).toEqual({ role: "member" });
  expect(await presentHands(database)).toContainEqual({ personId: "new", byId: "admin", asOwner: false });
});

test("B17: a hand reaches through the accounts that it is on, whichever was first", async () => {
  const lay = (personId: string, id: string, role: Role) =>
    inTransaction(database, (trx) => layHand(database, trx, { personId, by: { id, role } }));
  const on = async (id: string) =>
    (await presentHands(database)).filter(({ personId }) => personId === id).map(({ byId }) => byId);
  await lay("reviewer", "admin2", "owner");
  await lay("admin2", "admin", "owner");
  await lay("admin", "member", "admin");
  expect((await on("reviewer")).toSorted()).toEqual(["admin", "admin2", "member"]);
  await lay("member2", "reviewer", "owner");
  expect((await on("member2")).toSorted()).toEqual(["admin", "admin2", "member", "reviewer"]);
  // Nobody is their own second person, also not through a circle.
  await lay("member", "reviewer", "owner");
  expect(await on("reviewer")).not.toContain("reviewer");
});

test("B17: a chain of hands is as old as its oldest link", async () => {
  const day = 24 * 60 * 60 * 1000;
  const now = await clockOf(database);
  const row = { person_id: "admin2", by_id: "admin", as_owner: 1, at: now - 29 * day };
  await database.db.insertInto("account_hands").values(row).execute();
  await inTransaction(database, (trx) =>
    layHand(database, trx, { personId: "reviewer", by: { id: "admin2", role: "owner" } }),
  );
  const rows = await database.db.selectFrom("account_hands").selectAll().where("person_id", "=", "reviewer").execute();
  expect(rows).toContainEqual({ ...row, person_id: "reviewer" });
  expect(await presentHands(database)).toHaveLength(3);
  await database.db
    .updateTable("account_hands")
    .set((all) => ({ at: all("at", "-", 2 * day) }))
    .execute();
  expect(await presentHands(database)).toEqual([{ personId: "reviewer", byId: "admin2", asOwner: true }]);
});

test("G14: to sign somebody out again and again leaves one record, until they have come in anew", async () => {
  const out = () => signOutOther(database, { actorId: "admin", personId: "member" });
  const comeIn = (token_hash: string) =>
    database.db
      .insertInto("sessions")
      .values({ token_hash, person_id: "member", way: "team", created_at: 1, last_seen_at: 1 })
      .execute();
  for (const token of ["first", "second"]) {
    await comeIn(token);
    for (let again = 0; again < 3; again += 1) expect(await out()).toHaveProperty("changed");
  }
  expect(await recordedKinds(database)).toEqual(["sessions-ended", "sessions-ended"]);
});
