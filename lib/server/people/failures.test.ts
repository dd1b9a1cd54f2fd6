import { beforeEach, expect, onTestFinished, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { recordedKinds, testTeam } from "#e2e/support/test-team.ts";
import { wordsOf } from "#lib/audit/words.ts";
import { logger } from "#lib/server/observe/log.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { type Failure, failuresIn, mostInFull, quarterMs } from "./failures.ts";

const wrong: Failure = { kind: "sign-in-failed", by: "password", reason: "wrong" };
const ten = Date.UTC(2026, 0, 5, 10);
let database: Database;
let now: number;

beforeEach(async () => {
  database = await openTestDatabase();
  now = ten;
});

function process_() {
  const failures = failuresIn({ database, log: logger("silent", () => {}), clock: () => now });
  onTestFinished(() => failures.stop());
  return failures;
}

const recorded = () => database.db.selectFrom("audit").selectAll().orderBy("seq").execute();

async function words(): Promise<string[]> {
  return (await recorded()).map(({ kind, detail_json: detail }) => wordsOf(kind, JSON.parse(detail) as object));
}

test("G16: of failures the first of a quarter of an hour are recorded in full, and then how many more there were", async () => {
  const failures = process_();
  for (let n = 0; n < mostInFull + 37; n += 1) await failures.note(wrong, "nobody@example.com");
  expect(await recordedKinds(database)).toEqual(Array<string>(mostInFull).fill("sign-in-failed"));
  // Nothing while the quarter of an hour lasts, and then once.
  await failures.summarise();
  now = ten + quarterMs;
  await failures.summarise();
  await failures.summarise();
  expect((await words()).slice(mostInFull)).toEqual([
    "37 more failed sign-ins with a password between 10:00 and 10:15 UTC: no such account, or a wrong password",
  ]);
  // The next quarter begins anew.
  await failures.note(wrong, null);
  expect((await recordedKinds(database)).at(-1)).toBe("sign-in-failed");
});

test("G16: kinds are counted apart, what is merely counted too, and where nothing was left out nothing is said", async () => {
  const failures = process_();
  const limited: Failure = { kind: "sign-in-limited", of: "everybody" };
  await failures.note(wrong, null);
  await failures.note(limited, null);
  for (let n = 0; n < 3; n += 1) failures.count(limited);
  now = ten + quarterMs;
  await failures.summarise();
  expect(await words()).toEqual([
    "Could not sign in with a password: no such account, or a wrong password",
    "Too many tries to sign in at once",
    "3 more tries refused between 10:00 and 10:15 UTC: too many to sign in at once",
  ]);
});

test("G16: several processes on one store record as many in full together as one", async () => {
  const processes = [process_(), process_(), process_()];
  await Promise.all(processes.flatMap((each) => Array.from({ length: 30 }, () => each.note(wrong, null))));
  expect(await recordedKinds(database)).toEqual(Array<string>(mostInFull).fill("sign-in-failed"));
  for (const each of processes) await each.stop();
  const numbers = (await recorded()).slice(mostInFull).map(({ detail_json }) => {
    return (JSON.parse(detail_json) as { count: number }).count;
  });
  expect(numbers).toHaveLength(3);
  expect(numbers.reduce((one, other) => one + other)).toBe(90 - mostInFull);
});

test("G16: a process that stops records what it has counted; a store that fails loses no number", async () => {
  const failures = process_();
  for (let n = 0; n < mostInFull + 2; n += 1) await failures.note(wrong, null);
  now = ten + quarterMs;
  await database.db.schema.alterTable("audit").renameTo("audit_away").execute();
  await expect(failures.summarise()).rejects.toThrow(/audit/);
  await database.db.schema.alterTable("audit_away").renameTo("audit").execute();
  await failures.stop();
  expect((await words()).at(-1)).toContain("2 more failed sign-ins");
});

test("G16: the trail says whose account was tried, as far as it is recorded in full", async () => {
  const here = testTeam(database);
  const { id } = await here.personOf(await here.setUp());
  await here.failures.note(wrong, "olga@example.com");
  await here.failures.note(wrong, "nobody@example.com");
  const people = (await recorded()).filter(({ kind }) => kind === "sign-in-failed").map(({ person_id }) => person_id);
  expect(people).toEqual([id, null]);
});

test("G16: three hundred returns from a provider, to a browser that went to none, leave ten records", async () => {
  const here = testTeam(database);
  await here.setUp();
  const before = (await recorded()).length;
  for (let n = 0; n < 300; n += 1) {
    const query = new URLSearchParams({ state: `x${n}`, code: "y" });
    expect(await here.team.signInWays.fromProvider(query, null)).toMatchObject({ refused: "refused-by-provider" });
  }
  expect((await recorded()).length - before).toBe(mostInFull);
});
