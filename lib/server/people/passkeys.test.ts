import { beforeEach, expect, test } from "vitest";
import { Authenticator } from "#e2e/support/authenticator.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { cookieOf, password, recordedKinds, testTeam } from "#e2e/support/test-team.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { resetLinkAtConsole } from "./resets.ts";

const at = { origin: "http://localhost:3000", rpId: "localhost" };
const olgas = { email: "olga@example.com", password };

let database: Database;
let here: ReturnType<typeof testTeam>;
let owner: string;
let key: Authenticator;

beforeEach(async () => {
  database = await openTestDatabase();
  here = testTeam(database, { publicOrigin: at.origin });
  owner = await here.setUp();
  key = new Authenticator(at);
});

function optionsOf(asked: { options: object } | { refused: string }): object {
  if ("refused" in asked) throw new Error(asked.refused);
  return asked.options;
}

async function add(cookie = owner, passkey = key, lies: Parameters<Authenticator["make"]>[1] = {}) {
  const person = await here.personOf(cookie);
  const options = optionsOf(await here.team.passkeys.beginAdding(person, cookie));
  return here.team.passkeys.add(person, { name: "Laptop", response: passkey.make(options, lies) }, cookie);
}

async function beginSignIn() {
  const entered = await here.team.signInWays.byPassword(olgas, null);
  if (!("passkey" in entered)) throw new Error("No passkey is asked for.");
  return entered.passkey;
}

async function signedInBy(passkey: Authenticator) {
  const { attempt, options } = await beginSignIn();
  return here.team.passkeys.signIn({ attempt, response: passkey.show(options) }, null);
}

async function prove(cookie = owner, passkey = key, lies: Parameters<Authenticator["show"]>[1] = {}) {
  const person = await here.personOf(cookie);
  const options = optionsOf(await here.team.passkeys.beginProving(person, cookie));
  return here.team.passkeys.prove(person, passkey.show(options, lies), cookie);
}

test("B20: with a passkey the password alone lets nobody in, and both do", async () => {
  expect(await here.team.signInWays.byPassword(olgas, null)).toHaveProperty("token");
  expect(await add()).toBe("added");
  const { attempt, options } = await beginSignIn();
  const sessions = await database.db.selectFrom("sessions").selectAll().execute();
  const entered = await here.team.passkeys.signIn({ attempt, response: key.show(options) }, null);
  expect(await database.db.selectFrom("sessions").selectAll().execute()).toHaveLength(sessions.length + 1);
  const cookie = cookieOf(entered);
  expect(await here.personOf(cookie)).toMatchObject({ name: "Olga" });
  expect(await here.sessions.howProved(cookie)).toMatchObject({ by: "passkey", isFresh: true, hasPasskey: true });
  const wrong = await here.team.signInWays.byPassword({ ...olgas, password: "not the password" }, null);
  expect(wrong).toEqual({ refused: "wrong" });
  const { detail_json } = await database.db
    .selectFrom("audit")
    .select("detail_json")
    .where("kind", "=", "signed-in")
    .orderBy("seq", "desc")
    .executeTakeFirstOrThrow();
  expect(JSON.parse(detail_json)).toEqual({ by: "passkey" });
});

test("B20, H9: where there is a passkey a fresh password is no fresh proof; the passkey is, for a quarter of an hour", async () => {
  expect(await here.sessions.howProved(owner)).toMatchObject({ by: "set-up", isFresh: true, hasPasskey: false });
  await add();
  expect(await here.sessions.howProved(owner)).toMatchObject({ isFresh: false, hasPasskey: true });
  await here.team.signInWays.confirm(await here.personOf(owner), password, owner);
  expect(await here.sessions.howProved(owner)).toMatchObject({ by: "password", isFresh: false });
  expect(await prove()).toBe("confirmed");
  expect(await here.sessions.howProved(owner)).toMatchObject({ by: "passkey", isFresh: true });
  await database.db
    .updateTable("sessions")
    .set((row) => ({ passkey_at: row("passkey_at", "-", 15 * 60_000 + 1) }))
    .execute();
  expect((await here.sessions.howProved(owner))?.isFresh).toBe(false);
});

test.each([
  ["for another origin", { origin: "http://localhost:4000" }],
  ["for another name", { rpId: "evil.example" }],
  ["to another question", { challenge: "AAAA" }],
  ["by somebody who was not verified", { isVerified: false }],
])("B20: an answer %s adds no passkey, proves nothing and lets nobody in", async (_, lies) => {
  expect(await add(owner, key, lies)).toBe("passkey-refused");
  expect(await here.team.passkeys.listOf(await here.personOf(owner))).toEqual([]);
  expect(await add()).toBe("added");
  expect(await prove(owner, key, lies)).toBe("passkey-refused");
  expect((await here.sessions.howProved(owner))?.isFresh).toBe(false);
  const { attempt, options } = await beginSignIn();
  expect(await here.team.passkeys.signIn({ attempt, response: key.show(options, lies) }, null)).toEqual({
    refused: "passkey-wrong",
  });
});

test("A1, B20: a question is answered once, in its own session or try, and not after five minutes", async () => {
  await add();
  const person = await here.personOf(owner);
  const response = key.show(optionsOf(await here.team.passkeys.beginProving(person, owner)));
  const other = await here.join(owner, "rae@example.com", "reviewer");
  expect(await here.team.passkeys.prove(person, response, other)).toBe("passkey-refused");
  expect(await here.team.passkeys.prove(person, response, owner)).toBe("confirmed");
  expect(await here.team.passkeys.prove(person, response, owner)).toBe("passkey-refused");
  const { attempt, options } = await beginSignIn();
  const shown = key.show(options);
  expect(await here.team.passkeys.signIn({ attempt: "another", response: shown }, null)).toEqual({
    refused: "passkey-wrong",
  });
  expect(await here.team.passkeys.prove(person, shown, owner)).toBe("passkey-refused");
  expect(await here.team.passkeys.signIn({ attempt, response: shown }, null)).toHaveProperty("token");
  expect(await here.team.passkeys.signIn({ attempt, response: shown }, null)).toEqual({ refused: "passkey-wrong" });
  const late = await beginSignIn();
  await database.db.updateTable("passkey_challenges").set({ expires_at: 1 }).execute();
  const tooLate = { attempt: late.attempt, response: key.show(late.options) };
  expect(await here.team.passkeys.signIn(tooLate, null)).toEqual({ refused: "passkey-wrong" });
  const stored = JSON.stringify(await database.db.selectFrom("passkey_challenges").selectAll().execute());
  expect(stored).not.toContain(attempt);
});

test("B20, B21: a sign-in that waits for the passkey ends with the password by which it began", async () => {
  await add();
  const { attempt, options } = await beginSignIn();
  const next = { current: password, next: "another horse battery" };
  expect(await here.team.signInWays.changePassword(await here.personOf(owner), next, owner)).toBe("changed");
  const late = await here.team.passkeys.signIn({ attempt, response: key.show(options) }, null);
  expect(late).toEqual({ refused: "passkey-wrong" });
});

test("B20: when one challenge is answered six times at once, one answer counts", async () => {
  await add();
  const { attempt, options } = await beginSignIn();
  const response = key.show(options);
  const tries = Array.from({ length: 6 }, () => here.team.passkeys.signIn({ attempt, response }, null));
  expect((await Promise.all(tries)).filter((entered) => "token" in entered)).toHaveLength(1);
});

test("B20: only one's own passkey counts, and no passkey belongs to two people", async () => {
  const rae = await here.join(owner, "rae@example.com", "reviewer");
  const raes = new Authenticator(at);
  await add();
  await add(rae, raes);
  expect(await prove(owner, raes)).toBe("passkey-refused");
  expect(await add(rae, key)).toBe("passkey-known");
  const [own] = await here.team.passkeys.listOf(await here.personOf(owner));
  expect(await here.team.passkeys.remove(await here.personOf(rae), own?.id ?? "", rae)).toBe(false);
  expect(await here.team.passkeys.remove(await here.personOf(owner), own?.id ?? "", owner)).toBe(true);
  expect(await here.team.signInWays.byPassword(olgas, null)).toHaveProperty("token");
});

test("B20: a passkey that is removed proves nothing any more in other sessions, with another one left or without", async () => {
  await add();
  const there = cookieOf(await signedInBy(key));
  expect(await prove()).toBe("confirmed");
  const other = new Authenticator(at);
  expect(await add(owner, other)).toBe("added");
  const remove = async (passkey: Authenticator) => {
    const person = await here.personOf(owner);
    return here.team.passkeys.remove(person, passkey.id.toString("base64url"), owner);
  };
  expect((await here.sessions.howProved(there))?.isFresh).toBe(true);
  expect(await remove(key)).toBe(true);
  expect((await here.sessions.howProved(there))?.isFresh).toBe(false);
  expect((await here.sessions.howProved(owner))?.isFresh).toBe(true);
  expect(await remove(other)).toBe(true);
  expect(await here.sessions.howProved(there)).toMatchObject({ isFresh: false, hasPasskey: false });
  await here.team.signInWays.confirm(await here.personOf(there), password, there);
  expect((await here.sessions.howProved(there))?.isFresh).toBe(true);
});

test("B20: a passkey that counts backwards is a copy: it is good for nothing more, and still asked for", async () => {
  await add();
  expect(await prove()).toBe("confirmed");
  const there = cookieOf(await signedInBy(key));
  expect((await here.sessions.howProved(there))?.isFresh).toBe(true);
  expect(await prove(owner, key, { counter: 1 })).toBe("passkey-refused");
  // Which of the two was the copy, nobody knows.
  expect((await here.sessions.howProved(there))?.isFresh).toBe(false);
  expect(await recordedKinds(database)).toContain("passkey-copied");
  expect(await prove()).toBe("passkey-refused");
  expect(await here.team.signInWays.byPassword(olgas, null)).toHaveProperty("passkey");
  expect(await here.team.passkeys.listOf(await here.personOf(owner))).toMatchObject([{ isCopied: true }]);
});

test("B20: one that never counts is no copy", async () => {
  await add();
  for (let times = 0; times < 3; times += 1) expect(await prove(owner, key, { counter: 0 })).toBe("confirmed");
});

test("B20: a link to choose a new password takes passkeys away, the owner's by the console too, and says so", async () => {
  await add();
  const made = await resetLinkAtConsole(database, at.origin, olgas.email);
  const reset = "link" in made ? new URL(made.link).hash.replace("#reset=", "") : "";
  const entered = await here.team.resets.use({ key: reset, password: "another good password" }, null);
  expect(await here.sessions.howProved(cookieOf(entered))).toMatchObject({ hasPasskey: false, isFresh: true });
  expect(await here.team.signInWays.byPassword({ ...olgas, password: "another good password" }, null)).toHaveProperty(
    "token",
  );
  expect(await recordedKinds(database)).toEqual(expect.arrayContaining(["passkey-added", "passkeys-reset"]));
  await add(cookieOf(entered), new Authenticator(at));
  await here.setUp();
  expect(await here.team.signInWays.byPassword(olgas, null)).toHaveProperty("token");
});

test("B20: at an address of numbers nobody can add one", async () => {
  const numbers = testTeam(database);
  expect(numbers.team.passkeys.arePossible).toBe(false);
  const person = await here.personOf(owner);
  expect(await numbers.team.passkeys.beginAdding(person, owner)).toEqual({ refused: "no-passkeys-here" });
});

test("B11, B20: a person who is disabled between password and passkey does not get in", async () => {
  const rae = await here.join(owner, "rae@example.com", "reviewer");
  await add(rae);
  const entered = await here.team.signInWays.byPassword({ email: "rae@example.com", password }, null);
  if (!("passkey" in entered)) throw new Error("No passkey is asked for.");
  const { id } = await here.personOf(rae);
  await here.team.change(await here.personOf(owner), id, { disabled: true });
  const { attempt, options } = entered.passkey;
  expect(await here.team.passkeys.signIn({ attempt, response: key.show(options) }, null)).toEqual({
    refused: "passkey-wrong",
  });
});

test.each([
  {},
  { response: null },
  { response: { clientDataJSON: "bm90IGpzb24" } },
  { id: "x", response: { clientDataJSON: "bnVsbA" } },
])("B20: what is no answer at all is refused: %j", async (response) => {
  await add();
  const person = await here.personOf(owner);
  expect(await here.team.passkeys.prove(person, response, owner)).toBe("passkey-refused");
  expect(await here.team.passkeys.add(person, { name: "x", response }, owner)).toBe("passkey-refused");
  expect(await here.team.passkeys.signIn({ attempt: "x", response }, null)).toEqual({ refused: "passkey-wrong" });
});
