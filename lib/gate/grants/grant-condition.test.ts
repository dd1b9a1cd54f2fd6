import { expect, test } from "vitest";
import { call, granted, grantsIn, inChat } from "#e2e/support/granting.ts";
import { callToJudge } from "#e2e/support/call-to-judge.ts";
import { factsOf } from "#lib/policies/conditions/facts.ts";
import { grantCondition, holdsFor } from "./grant-condition.ts";

const long = (n: number) =>
  `args.n == ${n} || ${Array.from({ length: 40 }, (_, at) => `args.n==${at}`).join("||")} || false`;

test("G8: a condition is compiled once, and those that were not needed for long are forgotten", () => {
  const first = grantCondition("args.n == -1");
  expect(grantCondition("args.n == -1")).toBe(first);
  for (let n = 0; n < 300; n += 1) grantCondition(`args.n == ${n}`);
  expect(grantCondition("args.n == -1")).toBe(first);
  for (let n = 0; n < 499; n += 1) grantCondition(`args.n == ${n}`);
  expect(grantCondition("args.n == -1")).toBe(first);
  for (let n = 0; n < 500; n += 1) grantCondition(`args.n == ${n}`);
  expect(grantCondition("args.n == -1")).not.toBe(first);
});

test("G8: while a call is compared with many long conditions others have their turns, and it asks", async () => {
  const { world, chat } = await granted({ ...inChat, when: long(100) }, { args: { n: 100 } });
  const [grant] = await grantsIn(world);
  if (!grant) throw new Error("There is no grant.");
  const many = Array.from({ length: 199 }, (_, n) => ({ ...grant, id: `g${n}`, condition: long(1_000 + n) }));
  await world.store.db.insertInto("grants").values(many).execute();
  let turns = 0;
  let timer = setImmediate(function again() {
    turns += 1;
    timer = setImmediate(again);
  });
  const asked = await call(world, chat, "wipe", { n: 5_000 });
  clearImmediate(timer);
  expect(asked).toBe(1);
  expect(turns).toBeGreaterThan(100);
});

test("G8: others have their turns between any two conditions that are compiled, also those of calls at once", async () => {
  let turns = 0;
  let timer = setImmediate(function again() {
    turns += 1;
    timer = setImmediate(again);
  });
  const facts = factsOf(callToJudge({ arguments: {} }));
  const compiledIn = await Promise.all(
    [1, 2, 3, 4, 5].map(async (n) => {
      await holdsFor(`args.atOnce == ${n}`, facts);
      return turns;
    }),
  );
  clearImmediate(timer);
  expect(new Set(compiledIn).size).toBe(5);
});
