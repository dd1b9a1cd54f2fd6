import { setImmediate as turn } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { cookieOf, keyOf, origin, password, recordedKinds, testTeam, visitWith } from "#e2e/support/test-team.ts";
import { hashOf } from "#lib/server/http/session-cookie.ts";
import { passwordHash } from "./password-hash.ts";
import { localSessions } from "./session.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { subscribe, subscriptionsOf } from "#lib/store/people/push-subscriptions.ts";

let database: Database;
let here: ReturnType<typeof testTeam>;

beforeEach(async () => {
  database = await openTestDatabase();
  here = testTeam(database);
});

const people = () => database.db.selectFrom("people").selectAll().orderBy("email").execute();

describe("the set-up link of the console", () => {
  test("makes the owner, once", async () => {
    const key = await here.consoleKey();
    const given = { key, name: "Olga", email: "Olga@Example.com", password };
    const cookie = cookieOf(await here.team.signInWays.bySetUp(given, null));
    expect(await here.personOf(cookie)).toMatchObject({ name: "Olga", role: "owner" });
    expect(await people()).toMatchObject([{ email: "olga@example.com", role: "owner" }]);
    expect(here.claims()).toBe(1);
    expect(await here.team.signInWays.bySetUp({ ...given, email: "eve@example.com" }, null)).toEqual({
      refused: "link-not-valid",
    });
    expect(await recordedKinds(database)).toEqual(["link-made", "owner-set-up", "signed-in"]);
  });

  test("B13: of twenty at once, with as many links, exactly one person is the owner", async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => here.consoleKey()));
    const tries = keys.map((key, n) =>
      here.team.signInWays.bySetUp({ key, name: `N${n}`, email: `n${n}@example.com`, password }, null),
    );
    const results = await Promise.all(tries);
    expect(results.filter((result) => "token" in result).length).toBeGreaterThan(0);
    expect(await people()).toHaveLength(1);
    const owners = await database.db.selectFrom("people").select("id").where("role", "=", "owner").execute();
    expect(owners).toHaveLength(1);
  });

  test("B13: twenty browsers with one link make one owner and one session", async () => {
    const key = await here.consoleKey();
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        here.team.signInWays.bySetUp({ key, name: `N${n}`, email: `n${n}@example.com`, password }, null),
      ),
    );
    expect(results.filter((result) => "token" in result)).toHaveLength(1);
    expect(await people()).toHaveLength(1);
    expect(await database.db.selectFrom("sessions").selectAll().execute()).toHaveLength(1);
  });

  test("B13: the store itself refuses a second owner with an account", async () => {
    await here.setUp();
    const second = { id: "x", name: "X", email: "x@example.com", role: "owner" as const, created_at: 1 };
    await expect(database.db.insertInto("people").values(second).execute()).rejects.toThrow();
  });

  test("keeps the chats of the one person that the instance had, who becomes the owner", async () => {
    const local = localSessions({
      database,
      access: { seen: () => {} },
      claim: "first-visit",
      port: 3000,
      onClaimed: () => {},
    });
    const claimed = await local.claim(null);
    const former = "token" in claimed ? `__Host-countersign-3000=${claimed.token}` : null;
    const before = await local.personOf(former);
    // Nobody signed in for it.
    expect(await here.sessions.personOf(former)).toBeNull();
    await database.db
      .insertInto("chats")
      .values({
        id: "chat-of-old",
        person_id: before?.id ?? "",
        title: "Old",
        titled_by: "app",
        instructions: "",
        model: null,
        version: 1,
        created_at: 1,
        updated_at: 1,
      })
      .execute();
    const cookie = await here.setUp();
    expect(await here.personOf(cookie)).toEqual({ id: before?.id, name: "Olga", role: "owner" });
    const chats = await database.db.selectFrom("chats").select(["id", "person_id"]).execute();
    expect(chats).toEqual([{ id: "chat-of-old", person_id: before?.id }]);
    expect(await people()).toHaveLength(1);
  });

  test("B21: lets an owner in again who forgot the password, and ends what was open", async () => {
    const before = await here.setUp();
    const { id } = await here.personOf(before);
    const device = { id: "d", person_id: id, endpoint: "https://push.example", p256dh: "", auth: "", label: "" };
    await subscribe(database, { ...device, tokenHash: hashOf(before.slice(before.indexOf("=") + 1)) }, 20);
    expect(await subscriptionsOf(database, id)).toHaveLength(1);
    const cookie = await here.setUp("olga@example.org");
    expect(await here.sessions.personOf(before)).toBeNull();
    expect(await subscriptionsOf(database, id)).toEqual([]);
    expect(await here.personOf(cookie)).toMatchObject({ role: "owner" });
    expect(await people()).toMatchObject([{ email: "olga@example.org" }]);
  });

  test("does not give the owner the address of somebody else, and stays usable", async () => {
    const owner = await here.setUp();
    await here.join(owner, "eve@example.com");
    const key = await here.consoleKey();
    const given = { key, name: "Olga", password };
    expect(await here.team.signInWays.bySetUp({ ...given, email: "eve@example.com" }, null)).toEqual({
      refused: "account-exists",
    });
    expect(await here.team.signInWays.bySetUp({ ...given, email: "olga@example.com" }, null)).toHaveProperty("token");
  });
});

describe("an invitation", () => {
  test("lets in the one it is for, once, with its role", async () => {
    const owner = await here.setUp();
    const invited = await here.team.invite(await here.personOf(owner), { email: "Rae@example.com", role: "reviewer" });
    const key = keyOf("link" in invited ? invited.link : origin);
    expect(await here.team.signInWays.invitationOf(key)).toEqual({ email: "rae@example.com", role: "reviewer" });
    const cookie = cookieOf(await here.team.signInWays.byInvitation({ key, name: "Rae", password }, null));
    expect(await here.personOf(cookie)).toMatchObject({ name: "Rae", role: "reviewer" });
    expect(await here.team.signInWays.byInvitation({ key, name: "Eve", password }, null)).toEqual({
      refused: "link-not-valid",
    });
    expect(await here.team.signInWays.invitationOf(key)).toBeNull();
    expect((await recordedKinds(database)).slice(-3)).toEqual(["person-invited", "person-joined", "signed-in"]);
  });

  test("lets one in when twenty use it at once", async () => {
    const owner = await here.setUp();
    const invited = await here.team.invite(await here.personOf(owner), { email: "rae@example.com", role: "member" });
    const key = keyOf("link" in invited ? invited.link : origin);
    const results = await Promise.all(
      Array.from({ length: 20 }, () => here.team.signInWays.byInvitation({ key, name: "Rae", password }, null)),
    );
    expect(results.filter((result) => "token" in result)).toHaveLength(1);
    expect(await people()).toHaveLength(2);
  });

  test("is replaced by the next of the same address, taken back, and refused for who is in", async () => {
    const owner = await here.setUp();
    const by = await here.personOf(owner);
    const links = [];
    for (const role of ["member", "reviewer"] as const) {
      links.push(await here.team.invite(by, { email: "rae@example.com", role }));
    }
    const [first, second] = links.map((made) => keyOf("link" in made ? made.link : origin));
    expect(await here.team.signInWays.invitationOf(first ?? "")).toBeNull();
    expect(await here.team.signInWays.invitationOf(second ?? "")).toMatchObject({ role: "reviewer" });
    const { invitations } = await here.team.roster();
    expect(await here.team.withdraw(by, invitations[0]?.id ?? "")).toBe(true);
    expect(await here.team.withdraw(by, invitations[0]?.id ?? "")).toBe(false);
    expect(await here.team.signInWays.invitationOf(second ?? "")).toBeNull();
    expect(await here.team.invite(by, { email: "OLGA@example.com", role: "member" })).toEqual({
      refused: "account-exists",
    });
  });

  test("B2: a guess, an empty key and the stored hash let nobody in", async () => {
    const owner = await here.setUp();
    await here.team.invite(await here.personOf(owner), { email: "rae@example.com", role: "member" });
    const stored = await database.db.selectFrom("invitations").select("key_hash").executeTakeFirstOrThrow();
    for (const key of ["guess", "", stored.key_hash]) {
      expect(await here.team.signInWays.byInvitation({ key, name: "Eve", password }, null)).toEqual({
        refused: "link-not-valid",
      });
    }
  });
});

describe("a password", () => {
  test("signs in; anything else does not, whether the account exists or not", async () => {
    await here.setUp();
    const { byPassword } = here.team.signInWays;
    expect(await byPassword({ email: "OLGA@example.com", password }, null)).toHaveProperty("token");
    expect(await byPassword({ email: "olga@example.com", password: "something else" }, null)).toEqual({
      refused: "wrong",
    });
    expect(await byPassword({ email: "nobody@example.com", password }, null)).toEqual({ refused: "wrong" });
    expect((await recordedKinds(database)).slice(-3)).toEqual(["signed-in", "sign-in-failed", "sign-in-failed"]);
    const { detail_json: kept } = await database.db
      .selectFrom("audit")
      .select("detail_json")
      .where("kind", "=", "sign-in-failed")
      .executeTakeFirstOrThrow();
    expect(kept).toBe(`{"by":"password","reason":"wrong"}`);
  });

  test("B12: guesses of one account are stopped by the tenth, whoever makes them, and the rest is not hashed", async () => {
    await here.setUp();
    const guess = (n: number) =>
      here.team.signInWays.byPassword({ email: "olga@example.com", password: `guess number ${n}` }, null);
    const outcomes = [];
    for (let n = 0; n < 50; n += 1) outcomes.push(await guess(n));
    const limited = outcomes.findIndex((outcome) => "refused" in outcome && outcome.refused === "limited");
    expect(limited).toBe(9);
    expect(outcomes.slice(limited).every((outcome) => "refused" in outcome && outcome.refused === "limited")).toBe(
      true,
    );
    // The right password does not get through either, and people who are signed in stay so.
    expect(await here.team.signInWays.byPassword({ email: "olga@example.com", password }, null)).toEqual({
      refused: "limited",
    });
    const kinds = await recordedKinds(database);
    expect(kinds.filter((kind) => kind === "sign-in-limited")).toHaveLength(1);
  });

  test("B12: fifty guesses at once are counted as well, over two processes", async () => {
    await here.setUp();
    const there = testTeam(database);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        [here, there][n % 2]!.team.signInWays.byPassword({ email: "olga@example.com", password: `guess ${n}` }, null),
      ),
    );
    const looked = outcomes.filter((outcome) => "refused" in outcome && outcome.refused === "wrong");
    expect(looked.length).toBe(9);
  });

  test("is changed by whoever knows it, which ends all other sessions", async () => {
    const [first, second] = [await here.setUp(), null];
    const again = cookieOf(await here.team.signInWays.byPassword({ email: "olga@example.com", password }, second));
    const person = await here.personOf(first);
    const next = "another good password";
    expect(await here.team.signInWays.changePassword(person, { current: "guess", next }, first)).toBe("wrong");
    expect(await here.team.signInWays.changePassword(person, { current: password, next }, first)).toBe("changed");
    expect(await here.sessions.personOf(first)).not.toBeNull();
    expect(await here.sessions.personOf(again)).toBeNull();
    expect(await here.team.signInWays.byPassword({ email: "olga@example.com", password }, null)).toEqual({
      refused: "wrong",
    });
    expect(await here.team.signInWays.byPassword({ email: "olga@example.com", password: next }, null)).toHaveProperty(
      "token",
    );
  });
});

describe("a session of a team", () => {
  test("H5: neither its token nor a password stands in the store", async () => {
    const cookie = await testTeam(database, { passwordHash }).setUp();
    const token = cookie.split("=")[1] ?? "";
    const rows = [
      ...(await database.db.selectFrom("sessions").selectAll().execute()),
      ...(await database.db.selectFrom("accounts").selectAll().execute()),
      ...(await database.db.selectFrom("people").selectAll().execute()),
      ...(await database.db.selectFrom("audit").selectAll().execute()),
      ...(await database.db.selectFrom("instance").selectAll().execute()),
    ];
    expect(JSON.stringify(rows)).toContain(hashOf(token));
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(password);
  });

  test("B10: a cookie that was there before signing in is replaced, and its session is over", async () => {
    const before = await here.setUp();
    const entered = await here.team.signInWays.byPassword({ email: "olga@example.com", password }, visitWith(before));
    const after = cookieOf(entered);
    expect(after).not.toBe(before);
    expect(await here.sessions.personOf(before)).toBeNull();
    expect(await here.sessions.personOf(after)).not.toBeNull();
    const fixed = "__Host-countersign-3000=chosen-by-somebody-else";
    expect(
      cookieOf(await here.team.signInWays.byPassword({ email: "olga@example.com", password }, visitWith(fixed))),
    ).not.toBe(fixed);
    expect(await here.sessions.personOf(fixed)).toBeNull();
  });

  test("ends by signing out, alone or everywhere", async () => {
    const first = await here.setUp();
    const [second, third] = [
      cookieOf(await here.team.signInWays.byPassword({ email: "olga@example.com", password }, null)),
      cookieOf(await here.team.signInWays.byPassword({ email: "olga@example.com", password }, null)),
    ];
    await here.sessions.leave(first, { everywhere: false });
    expect(await here.sessions.personOf(first)).toBeNull();
    expect(await here.sessions.personOf(second)).not.toBeNull();
    await here.sessions.leave(second, { everywhere: true });
    expect(await here.sessions.personOf(third)).toBeNull();
    expect((await recordedKinds(database)).filter((kind) => kind === "signed-out")).toHaveLength(2);
  });

  test("H9: is fresh for a quarter of an hour, and again once its person has proved who they are", async () => {
    const cookie = await here.setUp();
    expect(await here.sessions.howProved(cookie)).toMatchObject({ isFresh: true });
    await database.db
      .updateTable("sessions")
      .set((row) => ({ proved_at: row("proved_at", "-", 15 * 60_000 + 1) }))
      .execute();
    expect(await here.sessions.howProved(cookie)).toMatchObject({ isFresh: false });
    const person = await here.personOf(cookie);
    expect(await here.team.signInWays.confirm(person, "a guess", cookie)).toBe("wrong");
    expect(await here.sessions.howProved(cookie)).toMatchObject({ isFresh: false });
    expect(await here.team.signInWays.confirm(person, password, cookie)).toBe("confirmed");
    expect(await here.sessions.howProved(cookie)).toMatchObject({ isFresh: true });
  });
});

describe("when access changes", () => {
  const endless = () => new ReadableStream<string>();
  /** Resolves when the stream is cut off. */
  const cutOff = (reader: ReadableStreamDefaultReader<string>) =>
    reader.read().then(
      () => false,
      () => true,
    );

  test.each([
    ["signing out", (_owner: string, cookie: string) => here.sessions.leave(cookie, { everywhere: false })],
    [
      "a change of role",
      async (owner: string, cookie: string) =>
        here.team.change(await here.personOf(owner), (await here.personOf(cookie)).id, { role: "reviewer" }),
    ],
    [
      "disabling",
      async (owner: string, cookie: string) =>
        here.team.change(await here.personOf(owner), (await here.personOf(cookie)).id, { disabled: true }),
    ],
    [
      "somebody else's sign-in in the same browser",
      (_owner: string, cookie: string) =>
        here.team.signInWays.byPassword({ email: "olga@example.com", password }, visitWith(cookie)),
    ],
    [
      "signing somebody out",
      async (owner: string, cookie: string) =>
        here.team.signOutEverywhere(await here.personOf(owner), (await here.personOf(cookie)).id),
    ],
  ])("B11: %s closes what this person has open, on another process too, and nobody else's", async (_what, change) => {
    const there = testTeam(database);
    const owner = await here.setUp();
    const cookie = await here.join(owner, "mia@example.com");
    const { id } = await there.personOf(cookie);
    const others = await there.personOf(owner);
    const reader = there.streams.counted(id, endless()).getReader();
    const other = there.streams.counted(others.id, endless()).getReader();
    await change(owner, cookie);
    expect(await cutOff(reader)).toBe(true);
    // One look closes the streams of everybody whom it is about.
    expect(await Promise.race([cutOff(other), turn("open")])).toBe("open");
  });

  test("B11: a disabled person is out at once, and stays out until enabled", async () => {
    const owner = await here.setUp();
    const cookie = await here.join(owner, "mia@example.com");
    const [by, mia] = [await here.personOf(owner), await here.personOf(cookie)];
    expect(await here.team.change(by, mia.id, { disabled: true })).toBe("changed");
    expect(await here.sessions.personOf(cookie)).toBeNull();
    expect(await here.team.signInWays.byPassword({ email: "mia@example.com", password }, null)).toEqual({
      refused: "wrong",
    });
    await here.team.change(by, mia.id, { disabled: false });
    expect(await here.sessions.personOf(cookie)).toBeNull();
    expect(await here.team.signInWays.byPassword({ email: "mia@example.com", password }, null)).toHaveProperty("token");
  });

  test("B11: the next request sees the new role", async () => {
    const owner = await here.setUp();
    const cookie = await here.join(owner, "mia@example.com", "reviewer");
    const mia = await here.personOf(cookie);
    await here.team.change(await here.personOf(owner), mia.id, { role: "member" });
    expect(await here.personOf(cookie)).toMatchObject({ role: "member" });
  });
});
