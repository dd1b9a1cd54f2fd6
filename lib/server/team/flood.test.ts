import { setImmediate as turn } from "node:timers/promises";
import { sql } from "kysely";
import { beforeEach, expect, test, vi } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { testTeam } from "#e2e/support/test-team.ts";
import type { Database } from "#lib/store/database.ts";
import { mostTries } from "./try-limits.ts";

/** What takes a thread for a good part of a second each time, counted and without the work. */
const hashing = vi.hoisted(() => ({ now: 0, most: 0, all: 0 }));

async function hashed<Result>(result: Result): Promise<Result> {
  hashing.all += 1;
  hashing.now += 1;
  hashing.most = Math.max(hashing.most, hashing.now);
  for (let turns = 0; turns < 5; turns += 1) await turn();
  hashing.now -= 1;
  return result;
}

vi.mock("better-auth/crypto", async (original) => ({
  ...(await original<typeof import("better-auth/crypto")>()),
  hashPassword: () => hashed("a hash"),
  verifyPassword: () => hashed(false),
}));

let database: Database;
let here: ReturnType<typeof testTeam>;

beforeEach(async () => {
  const opened = await openTestDatabase();
  // However long this takes, it is one minute.
  database = {
    ...opened,
    get now() {
      return sql<number>`cast(1700000000000 as bigint)`;
    },
  };
  here = testTeam(database);
  await here.setUp();
  Object.assign(hashing, { now: 0, most: 0, all: 0 });
});

const tryAt = (email: string) => here.team.doors.byPassword({ email, password: "a guess at it" }, null);

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
  // And the next ones neither.
  expect(await refusalsOf(["olga@example.com", "nobody@example.com"])).toEqual({ limited: 2 });
  expect(hashing.all).toBe(counts["wrong"]);
});

test("B12: of two hundred at one account nine are hashed, two at a time", async () => {
  const counts = await refusalsOf(Array.from({ length: 200 }, () => "olga@example.com"));
  expect(counts).toEqual({ wrong: mostTries.ofAccount, limited: 200 - mostTries.ofAccount });
  expect(hashing).toMatchObject({ all: mostTries.ofAccount, now: 0 });
  expect(hashing.most).toBeLessThanOrEqual(2);
});
