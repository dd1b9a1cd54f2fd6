import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { cookieOf, markOf, password, recordedKinds, testTeam, visitWith } from "#e2e/support/test-team.ts";
import { hashOf } from "#lib/server/http/session-cookie.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { knownBrowserOf, mostKnown, rememberBrowser } from "#lib/store/people/known-browsers.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { countTry } from "#lib/store/people/sign-in-tries.ts";
import { mostTries } from "./try-limits.ts";

const email = "olga@example.com";
let database: Database;
let here: ReturnType<typeof testTeam>;
/** The mark of the browser in which Olga was set up. */
let session: string;
let mark: string;

beforeEach(async () => {
  database = await openTestDatabase();
  here = testTeam(database);
  const given = { key: await here.consoleKey(), name: "Olga", email, password };
  const entered = await here.team.signInWays.bySetUp(given, null);
  [session, mark] = [cookieOf(entered), markOf(entered)];
});

const tryWith = (cookie: string | null, given: string = password, who = email) =>
  here.team.signInWays.byPassword({ email: who, password: given }, visitWith(cookie));

/** As many wrong passwords as strangers may try, at once: for Olga's account, and for all accounts together. */
async function strangersTry(): Promise<void> {
  for (const [key, most] of [
    [`account:${hashOf(email)}`, mostTries.ofAccount],
    ["everybody", mostTries.ofEverybody],
  ] as const) {
    for (let n = 0; n < most; n += 1) await countTry(database, key, 15 * 60 * 1000);
  }
}

test("B18: while strangers try, a browser that was in before gets in, also after signing out, and nobody else", async () => {
  await strangersTry();
  expect(await tryWith(null)).toEqual({ refused: "limited" });
  await here.sessions.leave(session, { everywhere: false });
  const again = await tryWith(mark);
  expect(await here.personOf(cookieOf(again))).toMatchObject({ name: "Olga" });
  expect(await tryWith(markOf(again))).toHaveProperty("token");
  expect(await tryWith(null)).toEqual({ refused: "limited" });
});

test("B18: while strangers try, whoever is in confirms and changes their password", async () => {
  await strangersTry();
  const person = await here.personOf(session);
  expect(await here.team.signInWays.confirm(person, password, session)).toBe("confirmed");
  const next = "another good password";
  expect(await here.team.signInWays.changePassword(person, { current: password, next }, session)).toBe("changed");
});

test("B18: a mark counts for nobody else's account, is no session, and made-up ones are a stranger's", async () => {
  const mia = await here.join(session, "mia@example.com");
  const miasMark = markOf(await tryWith(null, password, "mia@example.com"));
  await strangersTry();
  expect(await here.sessions.personOf(mark.replace("-known", ""))).toBeNull();
  expect(await here.sessions.personOf(mark)).toBeNull();
  const stored = await database.db.selectFrom("known_browsers").selectAll().execute();
  const hashes = stored.map(({ token_hash: hash }) => `__Host-countersign-3000-known=${hash}`);
  const madeUp = ["__Host-countersign-3000-known=", "__Host-countersign-3000-known=guess", mia, session];
  for (const cookie of [miasMark, ...hashes, ...madeUp]) {
    expect(await tryWith(cookie)).toEqual({ refused: "limited" });
  }
  expect(JSON.stringify(stored)).not.toContain(mark.split("=")[1]);
});

test("B16: a mark that came with a proof counts with that proof alone, so another port gets nothing by the cookie", async () => {
  const proof = "p".repeat(43);
  const inPage = markOf(await here.team.signInWays.byPassword({ email, password }, visitWith(null, proof)));
  await strangersTry();
  for (const other of [null, "q".repeat(43)]) {
    const tried = await here.team.signInWays.byPassword({ email, password }, visitWith(inPage, other));
    expect(tried).toEqual({ refused: "limited" });
  }
  expect(await here.team.signInWays.byPassword({ email, password }, visitWith(inPage, proof))).toHaveProperty("token");
});

test("B18: a stolen mark gives nine guesses in a quarter of an hour, and shuts out no other browser", async () => {
  const other = markOf(await tryWith(null));
  const outcomes = [];
  for (let n = 0; n < mostTries.ofBrowser + 3; n += 1) outcomes.push(await tryWith(mark, `a guess ${n}`));
  expect(outcomes.slice(mostTries.ofBrowser)).toEqual(Array(3).fill({ refused: "limited" }));
  expect(outcomes.slice(0, mostTries.ofBrowser)).toEqual(Array(mostTries.ofBrowser).fill({ refused: "wrong" }));
  expect(await tryWith(mark)).toEqual({ refused: "limited" });
  expect(await tryWith(other)).toHaveProperty("token");
  expect((await recordedKinds(database)).filter((kind) => kind === "sign-in-limited")).toHaveLength(1);
});

test("B18: a stolen session gives nine guesses in a quarter of an hour, and shuts out no other", async () => {
  const other = cookieOf(await tryWith(null));
  const person = await here.personOf(session);
  const outcomes = [];
  for (let n = 0; n <= mostTries.ofSession; n += 1) {
    outcomes.push(await here.team.signInWays.confirm(person, `a guess ${n}`, session));
  }
  expect(outcomes).toEqual([...Array<string>(mostTries.ofSession).fill("wrong"), "limited"]);
  expect(await here.team.signInWays.confirm(person, password, other)).toBe("confirmed");
});

test("B12: what is known of one person tries thirty passwords in a minute at most, however many browsers there are", async () => {
  const still = { ...database, now: sql<number>`cast(1700000000000 as bigint)` };
  here = testTeam(still);
  const { id: personId } = await here.personOf(session);
  for (let n = 0; n < mostTries.ofPerson; n += 1) await countTry(still, `person:${personId}`, 60_000);
  expect(await tryWith(mark)).toEqual({ refused: "limited" });
});

test("B18: each sign-in makes another mark, and the one of before counts no more", async () => {
  const next = markOf(await tryWith(mark));
  expect(next).not.toBe(mark);
  await strangersTry();
  expect(await tryWith(mark)).toEqual({ refused: "limited" });
  expect(await tryWith(next)).toHaveProperty("token");
});

test("B18: a browser that two people use is known for both, and one that somebody planted for neither of them", async () => {
  await here.join(session, "mia@example.com");
  const shared = markOf(await tryWith(mark, password, "mia@example.com"));
  await strangersTry();
  const olgas = markOf(await tryWith(shared));
  expect(await tryWith(olgas, password, "mia@example.com")).toHaveProperty("token");
  expect(await tryWith(shared)).toEqual({ refused: "limited" });
});

test.each([
  [
    "chose a new password by a link",
    async () => {
      const { link } = (await here.team.resets.make(await here.personOf(session), await idOf("mia@example.com"))) as {
        link: string;
      };
      const key = new URL(link).hash.replace("#reset=", "");
      return here.team.resets.use({ key, password: "another good password" }, null);
    },
  ],
  [
    "was signed out everywhere by somebody else",
    async () => here.team.signOutEverywhere(await here.personOf(session), await idOf("mia@example.com")),
  ],
])("B18: no browser of before is known once its person %s", async (_what, change) => {
  await here.join(session, "mia@example.com");
  const token = markOf(await tryWith(null, password, "mia@example.com")).split("=")[1] ?? "";
  const known = () => knownBrowserOf(database, { tokenHash: hashOf(token), email: "mia@example.com" });
  expect(await known()).not.toBeNull();
  await change();
  expect(await known()).toBeNull();
});

test("B18: nor after half a year, nor beyond the ten that were used last", async () => {
  const personId = await idOf(email);
  const remember = (tokenHash: string, now = database.now) =>
    inTransaction(database, (trx) =>
      rememberBrowser({ ...database, now }, trx, personId, { tokenHash, formerHash: null }),
    );
  const later = sql<number>`${database.now} + ${181 * 24 * 60 * 60 * 1000}`;
  const known = (tokenHash: string, now = database.now) => knownBrowserOf({ ...database, now }, { tokenHash, email });
  await remember("old");
  expect([await known("old"), await known("old", later)]).toEqual([personId, null]);
  for (let n = 0; n < 15; n += 1) await remember(`hash-${n}`);
  const rows = await database.db.selectFrom("known_browsers").select("token_hash").execute();
  expect(rows).toHaveLength(mostKnown);
  expect(rows.map((row) => row.token_hash)).toContain("hash-14");
  await remember("much-later", later);
  expect(await database.db.selectFrom("known_browsers").select("token_hash").execute()).toEqual([
    { token_hash: "much-later" },
  ]);
});

async function idOf(address: string): Promise<string> {
  const found = await database.db
    .selectFrom("people")
    .select("id")
    .where("email", "=", address)
    .executeTakeFirstOrThrow();
  return found.id;
}
