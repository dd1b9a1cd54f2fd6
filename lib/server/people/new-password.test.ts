import { beforeEach, expect, test } from "vitest";
import { newGrant } from "#e2e/support/new-grant.ts";
import { keyMadeFor } from "#e2e/support/session-of.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { cookieOf, keyOf, origin, password, recordedKinds, testTeam } from "#e2e/support/test-team.ts";
import { wordsOf } from "#lib/audit/words.ts";
import { keysIn } from "./keys.ts";
import { insertGrant } from "#lib/store/approvals/grants.ts";
import { type Database, inTransaction } from "#lib/store/engine/database.ts";
import { resetLinkAtConsole } from "./resets.ts";

const email = "olga@example.com";
const another = "another horse battery";
let database: Database;
let here: ReturnType<typeof testTeam>;
let owner: string;

beforeEach(async () => {
  database = await openTestDatabase();
  here = testTeam(database);
  owner = await here.setUp(email);
});

const resetKey = async (of: string) => {
  const made = await resetLinkAtConsole(database, origin, of);
  return "link" in made ? new URL(made.link).hash.replace("#reset=", "") : "";
};

/** Each way to a new password: what refuses a bad one must take a good one afterwards. */
const ways: Record<string, () => Promise<(chosen: string) => Promise<unknown>>> = {
  "the set-up link": async () => {
    const key = await here.consoleKey();
    return (chosen) => here.team.signInWays.bySetUp({ key, name: "Olga", email, password: chosen }, null);
  },
  "an invitation": async () => {
    const by = await here.personOf(owner);
    const invited = await here.team.invite(by, { email: "rae@example.com", role: "member" });
    const key = keyOf("link" in invited ? invited.link : origin);
    return (chosen) => here.team.signInWays.byInvitation({ key, name: "Rae", password: chosen }, null);
  },
  "a link to choose another": async () => {
    const key = await resetKey(email);
    return (chosen) => here.team.resets.use({ key, password: chosen }, null);
  },
  "a change": async () => {
    const person = await here.personOf(owner);
    return (chosen) => here.team.signInWays.changePassword(person, { current: password, next: chosen }, owner);
  },
};

const everything = async () => ({
  accounts: await database.db.selectFrom("accounts").selectAll().orderBy("id").execute(),
  sessions: await database.db.selectFrom("sessions").selectAll().orderBy("token_hash").execute(),
  links: await database.db.selectFrom("links").selectAll().orderBy("key_hash").execute(),
});

test.each(Object.keys(ways))("B19: by %s nobody gets a password that is guessed first", async (way) => {
  const choose = await ways[way]!();
  const before = await everything();
  for (const bad of ["password1234", "Qwertyuiop12", "P@ssw0rd1234"]) {
    expect(["common-password", { refused: "common-password" }]).toContainEqual(await choose(bad));
  }
  expect(await everything()).toEqual(before);
  const outcome = await choose(another);
  expect(outcome === "changed" || "token" in (outcome as object)).toBe(true);
});

test.each(["password1234", another])(
  "B2: a person without a valid link gets nothing hashed or looked up: %s",
  async (chosen) => {
    const { signInWays, resets } = here.team;
    const given = { key: "a guess", name: "Eve", password: chosen };
    const refused = { refused: "link-not-valid" };
    expect(await signInWays.bySetUp({ ...given, email: "eve@example.com" }, null)).toEqual(refused);
    expect(await signInWays.byInvitation(given, null)).toEqual(refused);
    expect(await resets.use(given, null)).toEqual(refused);
  },
);

async function oldKeys() {
  const keys = keysIn(database);
  const [olga, rae] = [await here.personOf(owner), await here.personOf(await here.join(owner, "rae@example.com"))];
  const make = async (person: typeof olga) =>
    (await keyMadeFor(database, keys, person, { name: "ci", scopes: ["approvals:read"], days: 30 })).secret;
  const [olgas, raes] = [await make(olga), await make(rae)];
  return async () => ({ olgas: (await keys.use(olgas)) !== null, raes: (await keys.use(raes)) !== null });
}

test.each(["the set-up link", "a link to choose another"])(
  "B21: a password that is reset by %s ends its person's keys, and says so in the trail",
  async (way) => {
    const keys = await oldKeys();
    const choose = await ways[way]!();
    expect(await keys()).toEqual({ olgas: true, raes: true });
    const entered = (await choose(another)) as { token: string; mark: string };
    expect(await keys()).toEqual({ olgas: false, raes: true });
    const { id } = await here.personOf(cookieOf(entered));
    const ended = await database.db.selectFrom("audit").selectAll().where("kind", "=", "key-revoked").execute();
    expect(
      ended.map(({ kind, detail_json, person_id: person }) => [person, wordsOf(kind, JSON.parse(detail_json))]),
    ).toEqual([[id, "An API key ended, because its owner's password was reset: “ci”"]]);
  },
);

test("B21: a change by whoever knows the password ends no key, nor does an instance that becomes a team's", async () => {
  const keys = await oldKeys();
  const choose = await ways["a change"]!();
  await choose(another);
  expect(await keys()).toEqual({ olgas: true, raes: true });
});

/** A grant, a sign-in to a tool server and an account for models of each of these people; resolves to what is left. */
async function lasting(...people: string[]) {
  for (const person_id of people) {
    const grant = newGrant({ id: `grant of ${person_id}`, person_id });
    await inTransaction(database, (trx) => insertGrant(database, trx, grant));
    const signIn = { server_id: "far", person_id, address: "https://far.example", sealed_json: "", signed_in_at: 1 };
    await database.db
      .insertInto("server_sign_ins")
      .values({ ...signIn, signed_in_by: person_id })
      .execute();
    const account = { provider: "openai", base_url: null, sealed_key: null, models_json: "[]", created_at: 1 } as const;
    await database.db
      .insertInto("model_connections")
      .values({ ...account, id: person_id, person_id, created_by: person_id })
      .execute();
  }
  return async () => {
    const { db } = database;
    const left = await Promise.all([
      db.selectFrom("grants").select("person_id").where("ended_at", "is", null).execute(),
      db.selectFrom("server_sign_ins").select("person_id").execute(),
      db.selectFrom("model_connections").select("person_id").execute(),
    ]);
    return people.map((id) => left.flat().filter(({ person_id }) => person_id === id).length);
  };
}

const grantsEnded = async () => {
  const rows = await database.db.selectFrom("audit").selectAll().where("kind", "=", "grant-ended").execute();
  return rows.map(({ kind, detail_json }) => wordsOf(kind, JSON.parse(detail_json)));
};

test.each(["the set-up link", "a link to choose another"])(
  "B21: a password that is reset by %s ends its person's grants, sign-ins to servers and accounts for models",
  async (way) => {
    const [olga, rae] = [await here.personOf(owner), await here.personOf(await here.join(owner, "rae@example.com"))];
    const left = await lasting(olga.id, rae.id);
    const choose = await ways[way]!();
    expect(await left()).toEqual([3, 3]);
    await choose(another);
    expect(await left()).toEqual([0, 3]);
    expect(await grantsEnded()).toEqual(["A grant for wipe ended, because its person’s password was reset"]);
  },
);

test("B21: whoever is disabled and let back in gives their grants anew", async () => {
  const by = await here.personOf(owner);
  const rae = await here.personOf(await here.join(owner, "rae@example.com"));
  const left = await lasting(by.id, rae.id);
  for (const disabled of [true, false]) expect(await here.team.change(by, rae.id, { disabled })).toBe("changed");
  expect(await left()).toEqual([3, 0]);
  expect(await grantsEnded()).toEqual(["A grant for wipe ended, because its person was disabled"]);
});

test("B21: whoever is disabled has no key any more, also when they are enabled again", async () => {
  const keys = await oldKeys();
  const by = await here.personOf(owner);
  const [rae = { id: "" }] = (await here.team.roster()).people.filter((person) => person.id !== by.id);
  for (const disabled of [true, false]) expect(await here.team.change(by, rae.id, { disabled })).toBe("changed");
  expect(await keys()).toEqual({ olgas: true, raes: false });
});

test.each(["the set-up link", "a link to choose another"])(
  "B21: %s takes a connected account away, whoever connected it, and says so in the trail",
  async (way) => {
    const person_id = (await here.personOf(owner)).id;
    const account = { id: "theirs", person_id, provider: "oidc", subject: "somebody", password_hash: null } as const;
    await database.db
      .insertInto("accounts")
      .values({ ...account, created_at: 1, changed_at: 1 })
      .execute();
    const choose = await ways[way]!();
    expect(await here.team.signInWays.waysOf({ id: person_id })).toEqual({ password: true, provider: true });
    await choose(another);
    expect(await here.team.signInWays.waysOf({ id: person_id })).toEqual({ password: true, provider: false });
    expect(await recordedKinds(database)).toContain("account-disconnected");
  },
);

test.each(["the set-up link", "a link to choose another"])(
  "B21: %s ends the links by which its person let others choose a password",
  async (way) => {
    const rae = await here.personOf(await here.join(owner, "rae@example.com", "reviewer"));
    const made = await here.team.resets.make(await here.personOf(owner), rae.id);
    const key = "link" in made ? new URL(made.link).hash.replace("#reset=", "") : "";
    const choose = await ways[way]!();
    expect(await here.team.resets.look(key)).toMatchObject({ email: "rae@example.com" });
    await choose(another);
    expect(await here.team.resets.look(key)).toBeNull();
    expect(await here.team.resets.use({ key, password: another }, null)).toEqual({ refused: "link-not-valid" });
  },
);
