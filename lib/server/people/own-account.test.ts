import { beforeEach, describe, expect, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { cookieOf, password, recordedKinds, testTeam, visitWith } from "#e2e/support/test-team.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { presentHands } from "#lib/store/people/hands.ts";
import { resetLinkAtConsole } from "./resets.ts";

let database: Database;
let here: ReturnType<typeof testTeam>;
let owner: string;
let rae: string;

const another = "another horse battery";
const raes = { email: "rae@example.com" };

beforeEach(async () => {
  database = await openTestDatabase();
  here = testTeam(database);
  owner = await here.setUp();
  rae = await here.join(owner, raes.email, "reviewer");
});

function resetKey(made: { link: string } | { refused: string }): string {
  if ("refused" in made) throw new Error(made.refused);
  return new URL(made.link).hash.replace("#reset=", "");
}

const idOf = async (cookie: string) => (await here.personOf(cookie)).id;
const makeFor = async (actor: string, person: string) =>
  here.team.resets.make(await here.personOf(actor), await idOf(person));

describe("a link to choose a new password", () => {
  test("H5, A1: works once, ends every session of before, and signs the browser in", async () => {
    const key = resetKey(await makeFor(owner, rae));
    expect(await here.team.resets.look(key)).toEqual({ name: "rae", email: raes.email });
    const entered = await here.team.resets.use({ key, password: another }, null);
    expect((await here.personOf(cookieOf(entered))).role).toBe("reviewer");
    expect(await here.sessions.personOf(rae)).toBeNull();
    expect(await here.sessions.personOf(owner)).not.toBeNull();
    expect(await here.team.signInWays.byPassword({ ...raes, password }, null)).toEqual({ refused: "wrong" });
    expect(await here.team.signInWays.byPassword({ ...raes, password: another }, null)).toHaveProperty("token");
    expect(await here.team.resets.use({ key, password }, null)).toEqual({ refused: "link-not-valid" });
    expect(await here.team.resets.look(key)).toBeNull();
    const kinds = await recordedKinds(database);
    expect(kinds).toEqual(expect.arrayContaining(["password-reset-made", "password-reset"]));
    const stored = JSON.stringify(await database.db.selectFrom("password_resets").selectAll().execute());
    expect(stored).not.toContain(key);
  });

  test("A1: of six browsers with one link one gets in", async () => {
    const key = resetKey(await makeFor(owner, rae));
    const tries = Array.from({ length: 6 }, () => here.team.resets.use({ key, password: another }, null));
    expect((await Promise.all(tries)).filter((entered) => "token" in entered)).toHaveLength(1);
  });

  test("the next one replaces it, and after a day it works no more", async () => {
    const first = resetKey(await makeFor(owner, rae));
    const second = resetKey(await makeFor(owner, rae));
    expect(await here.team.resets.look(first)).toBeNull();
    await database.db.updateTable("password_resets").set({ expires_at: 1 }).execute();
    expect(await here.team.resets.use({ key: second, password: another }, null)).toEqual({ refused: "link-not-valid" });
    expect(await here.sessions.personOf(rae)).not.toBeNull();
  });

  test("B1, B17: is made by whoever manages that person, and by nobody else", async () => {
    const admin = await here.join(owner, "ada@example.com", "admin");
    const other = await here.join(owner, "bo@example.com", "admin");
    const member = await here.join(owner, "mo@example.com", "member");
    expect(await makeFor(admin, member)).toHaveProperty("link");
    expect(await makeFor(admin, rae)).toEqual({ refused: "owner-only" });
    expect(await makeFor(admin, other)).toEqual({ refused: "owner-only" });
    expect(await makeFor(admin, owner)).toEqual({ refused: "not-allowed" });
    expect(await makeFor(owner, owner)).toEqual({ refused: "oneself" });
    expect(await makeFor(rae, admin)).toEqual({ refused: "not-allowed" });
    expect(await makeFor(owner, other)).toHaveProperty("link");
  });

  test("B11: neither makes nor keeps somebody who is disabled one", async () => {
    const key = resetKey(await makeFor(owner, rae));
    const [actor, id] = [await here.personOf(owner), await idOf(rae)];
    await here.team.change(actor, id, { disabled: true });
    expect(await here.team.resets.look(key)).toBeNull();
    expect(await here.team.resets.use({ key, password: another }, null)).toEqual({ refused: "link-not-valid" });
    expect(await here.team.resets.make(actor, id)).toEqual({ refused: "disabled" });
    expect(await resetLinkAtConsole(database, "http://x", raes.email)).toEqual({ refused: "disabled" });
  });

  test("B1, B11: works no more once its person has another role, or another password", async () => {
    const admin = await here.join(owner, "ada@example.com", "admin");
    const member = await here.join(owner, "mo@example.com", "member");
    const before = resetKey(await makeFor(admin, member));
    // Otherwise the admin could open an account that became the owner's meanwhile.
    await here.team.change(await here.personOf(owner), await idOf(member), { role: "admin" });
    expect(await here.team.resets.look(before)).toBeNull();
    const later = resetKey(await makeFor(owner, rae));
    const given = { current: password, next: another };
    expect(await here.team.signInWays.changePassword(await here.personOf(rae), given, rae)).toBe("changed");
    expect(await here.team.resets.use({ key: later, password }, null)).toEqual({ refused: "link-not-valid" });
  });

  test("B17: works no more once whoever made it may not make it any more", async () => {
    const admin = await here.join(owner, "ada@example.com", "admin");
    const member = await here.join(owner, "mo@example.com", "member");
    const key = resetKey(await makeFor(admin, member));
    await here.team.change(await here.personOf(owner), await idOf(admin), { role: "member" });
    expect(await here.team.resets.look(key)).toBeNull();
    expect(await here.team.resets.use({ key, password: another }, null)).toEqual({ refused: "link-not-valid" });
  });

  test("B17: puts its maker's hand on the account once it is used; the console's puts nobody's", async () => {
    const admin = await here.join(owner, "ada@example.com", "admin");
    const member = await here.join(owner, "mo@example.com", "member");
    const hands = async () => (await presentHands(database)).filter(({ asOwner }) => !asOwner);
    const hand = { personId: await idOf(member), byId: await idOf(admin), asOwner: false };
    const key = resetKey(await makeFor(admin, member));
    expect(await hands()).toEqual([]);
    await here.team.resets.use({ key, password: another }, null);
    expect(await hands()).toEqual([hand]);
    const byConsole = resetKey(await resetLinkAtConsole(database, "http://x", raes.email));
    await here.team.resets.use({ key: byConsole, password: another }, null);
    expect(await hands()).toEqual([hand]);
  });

  test("gives no password to somebody for whom the organisation vouches; the console does", async () => {
    const id = await idOf(rae);
    await database.db.deleteFrom("accounts").where("person_id", "=", id).execute();
    expect(await makeFor(owner, rae)).toEqual({ refused: "no-password" });
    const key = resetKey(await resetLinkAtConsole(database, "http://x", "RAE@example.com"));
    expect(await here.team.resets.use({ key, password: another }, null)).toHaveProperty("token");
    expect(await here.team.signInWays.byPassword({ ...raes, password: another }, null)).toHaveProperty("token");
  });

  test("lets a locked-out owner in, by the console and as they were", async () => {
    const key = resetKey(await resetLinkAtConsole(database, "http://x", "olga@example.com"));
    const entered = await here.team.resets.use({ key, password: another }, null);
    expect(await here.personOf(cookieOf(entered))).toMatchObject({ name: "Olga", role: "owner" });
    expect(await here.sessions.personOf(owner)).toBeNull();
    expect(await resetLinkAtConsole(database, "http://x", "eve@example.com")).toEqual({ refused: "unknown" });
  });

  test("B12: opens an account that was locked by wrong passwords", async () => {
    for (let tries = 0; tries < 9; tries += 1)
      await here.team.signInWays.byPassword({ ...raes, password: "wrong" }, null);
    expect(await here.team.signInWays.byPassword({ ...raes, password }, null)).toEqual({ refused: "limited" });
    const key = resetKey(await makeFor(owner, rae));
    expect(await here.team.resets.use({ key, password: another }, null)).toHaveProperty("token");
    expect(await here.team.signInWays.byPassword({ ...raes, password: another }, null)).toHaveProperty("token");
  });
});

describe("where one is signed in", () => {
  const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

  test("is listed, with the browser that asks, and each of the others can be ended", async () => {
    const visit = { cookie: null, userAgent: firefox };
    const second = cookieOf(await here.team.signInWays.byPassword({ ...raes, password }, visit));
    const person = await here.personOf(second);
    const list = await here.sessions.listOf(person, second);
    expect(list).toHaveLength(2);
    const here_ = list.find(({ isThis }) => isThis);
    const other = list.find(({ isThis }) => !isThis);
    expect([here_?.browser, other?.browser]).toEqual(["Firefox on Linux", null]);
    expect(await here.sessions.end(person, other?.id ?? "")).toBe(true);
    expect(await here.sessions.personOf(rae)).toBeNull();
    expect(await here.sessions.personOf(second)).not.toBeNull();
    expect(await here.sessions.end(person, other?.id ?? "")).toBe(false);
    expect((await recordedKinds(database)).at(-1)).toBe("session-ended");
  });

  test("B1: nobody ends somebody else's by its id, nor signs in by one", async () => {
    const [session] = await here.sessions.listOf(await here.personOf(rae), rae);
    const id = session?.id ?? "";
    expect(await here.sessions.end(await here.personOf(owner), id)).toBe(false);
    expect(await here.sessions.personOf(rae)).not.toBeNull();
    expect(await here.sessions.personOf(`__Host-countersign-3000=${id}`)).toBeNull();
  });

  test("B10: signing in again in the same browser leaves one", async () => {
    const again = cookieOf(await here.team.signInWays.byPassword({ ...raes, password }, visitWith(rae)));
    expect(await here.sessions.listOf(await here.personOf(again), again)).toHaveLength(1);
  });
});
