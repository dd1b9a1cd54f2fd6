import { beforeEach, describe, expect, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { recordedKinds } from "#e2e/support/test-team.ts";
import { roles, type Role } from "#lib/approvals/role.ts";
import type { Database } from "./database.ts";
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
  ...(["member", "reviewer"] as const).flatMap((role): [string, string, Role][] => [
    ["admin", "member", role],
    ["admin", "reviewer", role],
    ["admin", "member2", role],
    ["admin2", "member", role],
    ["admin2", "reviewer", role],
    ["admin2", "member2", role],
  ]),
  ...roles.flatMap((role) =>
    ["member", "reviewer", "admin", "admin2", "member2"].map((id): [string, string, Role] => ["owner", id, role]),
  ),
];

describe("B1: changing a role", () => {
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
  expect(await changeRole(database, { actorId: "admin", personId: "member", role: "reviewer" })).toEqual({
    refused: "not-allowed",
  });
  expect(await signOutOther(database, { actorId: "admin", personId: "member" })).toEqual({ refused: "not-allowed" });
});

test("nobody disables the owner or themselves, and only the owner an admin", async () => {
  const disable = (actorId: string, personId: string) => setDisabled(database, { actorId, personId, disabled: true });
  expect(await disable("admin", "owner")).toEqual({ refused: "not-allowed" });
  expect(await disable("owner", "owner")).toEqual({ refused: "oneself" });
  expect(await disable("admin", "admin2")).toEqual({ refused: "not-allowed" });
  expect(await disable("reviewer", "member")).toEqual({ refused: "not-allowed" });
  expect(await disable("owner", "nobody")).toEqual({ refused: "unknown" });
  expect(await disable("owner", "admin2")).toHaveProperty("changed");
  expect(await disable("admin", "member")).toHaveProperty("changed");
});
