import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { inTurns, TooBusy } from "./in-turns.ts";

test("B12: of two hundred passwords at once two are hashed at a time, twenty wait and the rest is refused", async () => {
  const inTurn = inTurns(2);
  const gate = Promise.withResolvers<void>();
  const [running, most] = [{ now: 0 }, { ever: 0 }];
  const hash = () =>
    inTurn(async () => {
      running.now += 1;
      most.ever = Math.max(most.ever, running.now);
      await gate.promise;
      running.now -= 1;
    });
  const all = Promise.allSettled(Array.from({ length: 200 }, hash));
  await turn();
  expect(running.now).toBe(2);
  gate.resolve();
  const results = await all;
  expect(most.ever).toBe(2);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(22);
  const refused = results.filter((result) => result.status === "rejected");
  expect(refused.every(({ reason }) => reason instanceof TooBusy)).toBe(true);
});

test("B18: people come in turn, and of one person few wait", async () => {
  const inTurn = inTurns(1, { mostOfOne: 2, mostOfAll: 5 });
  const gate = Promise.withResolvers<void>();
  const done: string[] = [];
  const hash = (who: string) => inTurn(async () => (await gate.promise, done.push(who)), who);
  const all = Promise.allSettled(["max", "max", "max", "max", "olga", "ana", "olga", "ben"].map(hash));
  await turn();
  gate.resolve();
  const results = await all;
  expect(done).toEqual(["max", "max", "olga", "ana", "max", "olga"]);
  expect(results.map(({ status }) => status === "rejected")).toEqual([
    false,
    false,
    false,
    true,
    false,
    false,
    false,
    true,
  ]);
});

test("a failed hash gives its place on", async () => {
  const inTurn = inTurns(1);
  await expect(inTurn(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await inTurn(async () => "yes")).toBe("yes");
});
