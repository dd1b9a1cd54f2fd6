import { hashPassword as formerly } from "better-auth/crypto";
import { expect, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { password, testTeam } from "#e2e/support/test-team.ts";
import { passwordHash } from "./password-hash.ts";

const usual = /^scrypt:32768:8:3:[0-9a-f]{32}:[0-9a-f]{128}$/;

test("H5: a password is stored at the cost that OWASP asks for, each time with a salt of its own", async () => {
  const [one, other] = await Promise.all([passwordHash.hash(password), passwordHash.hash(password)]);
  expect(one).toMatch(usual);
  expect(other).not.toBe(one);
  expect(await passwordHash.verify(one, password)).toEqual({ isRight: true, anew: null });
  expect(await passwordHash.verify(one, "a guess at it")).toEqual({ isRight: false, anew: null });
  await expect(passwordHash.verify("", password)).rejects.toThrow("cannot be read");
});

test("H5: what an older release stored of a password lets its person in, and nobody else, and is hashed anew then", async () => {
  const database = await openTestDatabase();
  const { setUp, team } = testTeam(database, { passwordHash });
  await setUp();
  const stored = await formerly(password);
  await database.db.updateTable("accounts").set({ password_hash: stored }).execute();
  const account = () => database.db.selectFrom("accounts").selectAll().executeTakeFirstOrThrow();
  const before = await account();
  const enter = (given: string) => team.signInWays.byPassword({ email: "olga@example.com", password: given }, null);

  expect(await enter("a guess at it")).toEqual({ refused: "wrong" });
  expect(await account()).toEqual(before);
  expect(await enter(password)).toHaveProperty("token");
  const { password_hash: anew, ...after } = await account();
  expect(anew).toMatch(usual);
  expect({ ...after, password_hash: stored }).toEqual(before);
  expect(await enter(password)).toHaveProperty("token");
  expect((await account()).password_hash).toBe(anew);
});

test("H5: both of two sign-ins at one moment come in, though one of them hashes the password anew under the other", async () => {
  const database = await openTestDatabase();
  const { setUp, team } = testTeam(database, { passwordHash });
  await setUp();
  await database.db
    .updateTable("accounts")
    .set({ password_hash: await formerly(password) })
    .execute();
  const enter = () => team.signInWays.byPassword({ email: "olga@example.com", password }, null);
  const both = await Promise.all([enter(), enter()]);
  for (const entered of both) expect(entered).toHaveProperty("token");
});
