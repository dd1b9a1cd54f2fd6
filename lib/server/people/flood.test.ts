import { setImmediate as turn } from "node:timers/promises";
import { sql } from "kysely";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { until } from "#e2e/support/until.ts";
import { markOf, recordedKinds, testTeam, visitWith } from "#e2e/support/test-team.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { mostInFull } from "./failures.ts";
import type { PasswordHash } from "./password-hash.ts";
import { mostTries } from "./try-limits.ts";

/** Hashing takes a thread for most of a second each time; here it is only counted. */
const hashing = { now: 0, most: 0, all: 0, until: Promise.resolve() };
const known = "olga's own words";

async function hashed<Result>(result: Result): Promise<Result> {
  hashing.all += 1;
  hashing.now += 1;
  hashing.most = Math.max(hashing.most, hashing.now);
  for (let turns = 0; turns < 5; turns += 1) await turn();
  hashing.now -= 1;
  return result;
}

/** A hash that waits until it is released, unless it is of the person whose password is known. */
async function held<Result>(given: string, result: Result): Promise<Result> {
  if (given !== known) await hashing.until;
  return hashed(result);
}

const passwordHash: PasswordHash = {
  hash: (given) => held(given, "a hash"),
  verify: (_, given) => held(given, { isRight: given === known, anew: null }),
};

let database: Database;
let here: ReturnType<typeof testTeam>;
let olga: string;

beforeEach(async () => {
  const opened = await openTestDatabase();
  // However long this takes, it is one minute.
  database = {
    ...opened,
    get now() {
      return sql<number>`cast(1700000000000 as bigint)`;
    },
  };
  here = testTeam(database, { passwordHash });
  olga = await here.setUp();
  Object.assign(hashing, { now: 0, most: 0, all: 0, until: Promise.resolve() });
});

const tryAt = (email: string) => here.team.signInWays.byPassword({ email, password: "a guess at it" }, null);

async function triesOf(key: string): Promise<number> {
  const rows = await database.db.selectFrom("sign_in_tries").select("key").execute();
  return rows.filter((row) => row.key.startsWith(key)).length;
}

async function refusalsOf(emails: string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const entered of await Promise.all(emails.map(tryAt))) {
    const outcome = "refused" in entered ? entered.refused : "in";
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

test("B12: of two hundred sign-ins at once no more are hashed than may be tried in a minute, and two at a time", async () => {
  const counts = await refusalsOf(Array.from({ length: 200 }, (_, n) => `nobody${n}@example.com`));
  expect(counts["in"]).toBeUndefined();
  // Refused before anything was hashed.
  expect(counts["limited"]).toBe(200 - mostTries.ofEverybody);
  expect(hashing.all).toBe(counts["wrong"]);
  expect((counts["wrong"] ?? 0) + (counts["busy"] ?? 0)).toBe(mostTries.ofEverybody);
  expect(hashing.most).toBeLessThanOrEqual(2);
  // Nor are the next ones hashed.
  expect(await refusalsOf(["olga@example.com", "nobody@example.com"])).toEqual({ limited: 2 });
  expect(hashing.all).toBe(counts["wrong"]);
});

test("B12: of two hundred at one account nine are hashed, two at a time", async () => {
  const counts = await refusalsOf(Array.from({ length: 200 }, () => "olga@example.com"));
  expect(counts).toEqual({ wrong: mostTries.ofAccount, limited: 200 - mostTries.ofAccount });
  expect(hashing).toMatchObject({ all: mostTries.ofAccount, now: 0 });
  expect(hashing.most).toBeLessThanOrEqual(2);
});

test("G16: of a flood ten failures are recorded in full, and what is over the limit of a minute writes nothing", async () => {
  await refusalsOf(Array.from({ length: mostTries.ofEverybody + 1 }, (_, n) => `nobody${n}@example.com`));
  // However long this takes, it is one second.
  vi.spyOn(performance, "now").mockReturnValue(performance.now());
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await refusalsOf(["nobody@example.com"])).toEqual({ limited: 1 });
  const everything = async () => ({
    tries: await database.db.selectFrom("sign_in_tries").selectAll().orderBy("key").execute(),
    trail: await recordedKinds(database),
  });
  const before = await everything();
  expect(before.trail.filter((kind) => kind === "sign-in-failed").length).toBeLessThanOrEqual(mostInFull);
  expect(before.trail.filter((kind) => kind === "sign-in-limited")).toHaveLength(1);
  expect(await refusalsOf(Array.from({ length: 2_000 }, () => "olga@example.com"))).toEqual({ limited: 2_000 });
  expect(await everything()).toEqual(before);
});

test("B18: strangers whose passwords wait to be hashed make neither a known browser wait nor whoever confirms", async () => {
  const { signInWays } = here.team;
  const marked = visitWith(markOf(await signInWays.byPassword({ email: "olga@example.com", password: known }, null)));
  const person = await here.personOf(olga);
  const free = Promise.withResolvers<void>();
  hashing.until = free.promise;
  const strangers = refusalsOf(Array.from({ length: mostTries.ofEverybody - 1 }, (_, n) => `nobody${n}@example.com`));
  expect(await signInWays.byPassword({ email: "olga@example.com", password: known }, marked)).toHaveProperty("token");
  expect(await signInWays.confirm(person, known, olga)).toBe("confirmed");
  free.resolve();
  // One of them was being hashed all the time, and those that found no place to wait were sent away.
  const { wrong = 0, busy = 0, ...others } = await strangers;
  expect([wrong >= 21, wrong + busy, others]).toEqual([true, mostTries.ofEverybody - 1, {}]);
});

test("B18: whoever tries again and again, in all of their browsers, has nobody else sent away", async () => {
  const { signInWays } = here.team;
  const person = await here.personOf(olga);
  await here.join(olga, "max@example.com");
  const browsers = [];
  for (let at = 0; at < 4; at += 1) {
    browsers.push(visitWith(markOf(await signInWays.byPassword({ email: "max@example.com", password: known }, null))));
  }
  const free = Promise.withResolvers<void>();
  hashing.until = free.promise;
  const guess = { email: "max@example.com", password: "a guess at it" };
  const tries = browsers.flatMap((browser) =>
    Array.from({ length: 6 }, async () => signInWays.byPassword(guess, browser)),
  );
  const sentAway = tries.map(async (tried) => expect(await tried).toEqual({ refused: "busy" }));
  await Promise.any(sentAway);
  const confirmed = signInWays.confirm(person, known, olga);
  await until(async () => (await triesOf("session:")) === 1, "the confirmation to be counted");
  for (let turns = 0; turns < 100; turns += 1) await turn();
  free.resolve();
  expect(await confirmed).toBe("confirmed");
  await Promise.allSettled(sentAway);
});

test("B18: whoever guesses at links has nothing hashed, so nobody waits for them", async () => {
  const given = { key: "a guess", name: "Eve", password: "another horse battery" };
  const { signInWays, resets } = here.team;
  const guesses = Array.from({ length: 50 }, () => [
    signInWays.bySetUp({ ...given, email: "eve@example.com" }, null),
    signInWays.byInvitation(given, null),
    resets.use(given, null),
  ]);
  expect(await Promise.all(guesses.flat())).toEqual(Array(150).fill({ refused: "link-not-valid" }));
  expect(hashing.all).toBe(0);
});
