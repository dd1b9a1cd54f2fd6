import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { newGrant } from "#e2e/support/new-grant.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { openSession } from "./accounts.ts";
import { type Database, inTransaction } from "#lib/store/engine/database.ts";
import { hasRoomForGrant, insertGrant, mostStandingGrants } from "#lib/store/approvals/grants.ts";
import { invite } from "./invitations.ts";
import { insertKey, revokeKey } from "./keys.ts";
import { mostMade, TooMuchMade } from "./person-counts.ts";
import { subscribe, unsubscribe } from "./push-subscriptions.ts";
import { mostSessions } from "./close-streams.ts";
import { narrowKey } from "#lib/store/runs/narrow-key.ts";
import { makeReset } from "./password-resets.ts";
import { accessVersions, setDisabled } from "./people.ts";

let database: Database;

beforeEach(async () => {
  database = await openTestDatabase();
  await database.db
    .insertInto("people")
    .values([
      { id: "p1", name: "Ana", email: "ana@example.com", role: "owner", created_at: 1 },
      { id: "p2", name: "Ben", email: "ben@example.com", role: "member", created_at: 1 },
    ])
    .execute();
  await database.db.insertInto("instance").values({ key: "owner", value: "p1" }).execute();
});

const sessionsOf = (personId: string) =>
  database.db.selectFrom("sessions").select("token_hash").where("person_id", "=", personId).execute();

test("G14, B11: beyond the limit of sessions the longest unused ones end with their streams; the new one stays", async () => {
  const open = (tokenHash: string, personId = "p1") => {
    const hashes = { tokenHash, formerHash: null };
    const session = { ...hashes, provedAt: null, browser: null, mark: hashes };
    return inTransaction(database, (trx) => openSession(database, trx, personId, session, "password"));
  };
  await open("theirs", "p2");
  for (let at = 0; at < mostSessions; at += 1) await open(`session-${at}`);
  await database.db.updateTable("sessions").set({ last_seen_at: 1 }).where("token_hash", "=", "session-7").execute();
  const versionOf = async () => (await accessVersions(database, ["p1"]))[0]?.version;
  const before = await versionOf();
  await open("newest");
  expect(await versionOf()).not.toBe(before);
  const left = (await sessionsOf("p1")).map(({ token_hash }) => token_hash);
  expect(left).toHaveLength(mostSessions);
  expect(left).toContain("newest");
  expect(left).not.toContain("session-7");
  expect(await sessionsOf("p2")).toHaveLength(1);
});

test("G14: so many invitations are open at once, of everybody together and also of those made at once", async () => {
  const lifetimeMs = 60_000;
  const one = () => ({
    id: randomUUID(),
    key_hash: randomUUID(),
    email: `${randomUUID()}@example.com`,
    role: "member" as const,
  });
  const rows = Array.from({ length: 498 }, () => ({ ...one(), invited_by: "p1", created_at: 1, expires_at: 9e15 }));
  await database.db.insertInto("invitations").values(rows).execute();
  const invited = Array.from({ length: 6 }, () => invite(database, { ...one(), actorId: "p1", lifetimeMs }));
  const outcomes = (await Promise.all(invited)).toSorted();
  expect(outcomes).toEqual(["invited", "invited", ...Array.from({ length: 4 }, () => "too-many-invitations")]);
  // Invitations that nobody can accept any more take no place.
  await database.db.updateTable("invitations").set({ expires_at: 2 }).where("created_at", "=", 1).execute();
  expect(await invite(database, { ...one(), actorId: "p1", lifetimeMs })).toBe("invited");
});

test("G14: a person has so many standing grants; those that ended take no place", async () => {
  const give = () =>
    inTransaction(database, (trx) => insertGrant(database, trx, newGrant({ id: randomUUID(), person_id: "p1" })));
  for (let at = 1; at < mostStandingGrants; at += 1) await give();
  expect(await hasRoomForGrant(database, "p1")).toBe(true);
  const { id } = await give();
  expect(await hasRoomForGrant(database, "p1")).toBe(false);
  expect(await hasRoomForGrant(database, "p2")).toBe(true);
  await database.db.updateTable("grants").set({ ended_at: 1, ended_by: "revoked" }).where("id", "=", id).execute();
  expect(await hasRoomForGrant(database, "p1")).toBe(true);
});

test("G14: nobody fills the trail by making and ending things in a loop; ending is never refused", async () => {
  const lifetimeMs = 60_000;
  await inTransaction(database, (trx) =>
    openSession(
      database,
      trx,
      "p2",
      { tokenHash: "t", formerHash: null, provedAt: null, browser: null, mark: { tokenHash: "t", formerHash: null } },
      "password",
    ),
  );
  const by = { personId: "p2", tokenHash: "t" };
  const key = () =>
    insertKey(database, { ...by, id: randomUUID(), name: "K", keyHash: randomUUID(), scopes: ["asks"], lifetimeMs });
  const device = () => {
    const subscription = {
      id: randomUUID(),
      person_id: "p2",
      tokenHash: "t",
      endpoint: `https://${randomUUID()}.example`,
    };
    return subscribe(database, { ...subscription, auth: "a", p256dh: "p", label: "L" }, 20);
  };
  const [made, subscribed] = [await key(), await device()];
  if (typeof made === "string" || typeof subscribed === "string") throw new Error("Nothing was made.");
  await database.db.updateTable("person_counts").set({ count: mostMade }).where("what", "=", "made").execute();
  const records = async () => (await database.db.selectFrom("audit").select("seq").execute()).length;
  const before = await records();
  for (const make of [key, device]) await expect(make()).rejects.toThrow(TooMuchMade);
  expect(await records()).toBe(before);
  expect(await revokeKey(database, { id: made.id, ownedBy: "p2", by: "p2" })).toBe("p2");
  expect(await unsubscribe(database, { id: subscribed.id, personId: "p2" }, "person")).toBe(true);
  const invitation = { id: "i", key_hash: "h", email: "cy@example.com", role: "member" } as const;
  expect(await invite(database, { ...invitation, actorId: "p1", lifetimeMs })).toBe("invited");
  await database.db.updateTable("person_counts").set({ until: 1 }).execute();
  expect(await key()).toMatchObject({ name: "K" });
});

test("G14: nobody fills the trail by letting people back in, or by links, in a loop; shutting out is never refused", async () => {
  await database.db.insertInto("people").values({ id: "p3", name: "Cy", role: "admin", created_at: 1 }).execute();
  const account = {
    id: "a",
    provider: "password",
    subject: "p2",
    person_id: "p2",
    created_at: 1,
    changed_at: 1,
  } as const;
  await database.db.insertInto("accounts").values(account).execute();
  const by = { actorId: "p3", personId: "p2" };
  const link = () => makeReset(database, { ...by, keyHash: randomUUID(), lifetimeMs: 60_000 });
  const disabled = (off: boolean) => setDisabled(database, { ...by, disabled: off });
  expect(await link()).toBe("made");
  await database.db.updateTable("person_counts").set({ count: mostMade }).where("what", "=", "made").execute();
  await expect(link()).rejects.toThrow(TooMuchMade);
  expect(await disabled(true)).toHaveProperty("changed");
  await expect(disabled(false)).rejects.toThrow(TooMuchMade);
});

test("G14: a key is narrowed once to the same tools, and so often within an hour; to none, always", async () => {
  const at = { expires_at: 9e15, created_at: 1, key_hash: "h", name: "K" };
  const key = { id: "k", person_id: "p2", scopes_json: '["tools:call"]', terms_json: null, ...at };
  await database.db.insertInto("api_keys").values(key).execute();
  const narrow = (...tools: string[]) => narrowKey(database, { id: "k", ownedBy: "p2", by: "p2", tools });
  const records = async () => (await database.db.selectFrom("audit").select("seq").execute()).length;
  await narrow("a", "b", "c");
  const before = await records();
  expect(await narrow("c", "b", "a")).toEqual({ ownerId: "p2", runs: [], begun: [] });
  expect(await records()).toBe(before);
  await narrow("a", "b");
  expect(await records()).toBe(before + 1);
  await database.db.updateTable("person_counts").set({ count: mostMade }).where("what", "=", "made").execute();
  await expect(narrow("a")).rejects.toThrow(TooMuchMade);
  expect(await narrow()).toEqual({ ownerId: "p2", runs: [], begun: [] });
  expect(await narrow("a")).toBe("wider");
});
