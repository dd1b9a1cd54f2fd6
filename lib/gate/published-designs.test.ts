import { expect, test } from "vitest";
import { breakUpdates } from "#e2e/support/break-updates.ts";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";

const minute = 60_000;

test("S2.1: whether a call needs approval is decided by its tool and its arguments; what needs none runs at once", async () => {
  const pay = fakeTool("pay");
  const policy = toolApprovalPolicy.custom(({ arguments: { amount } }) => Number(amount) > 10_000);
  const world = await gateWorld({ tools: [pay], policy });
  const small = await world.begin({ calls: [{ name: "pay", args: { amount: 10 } }] });
  expect(await world.approvals(small)).toEqual([]);
  expect(pay.ran).toHaveLength(1);
  const large = await world.begin({ calls: [{ name: "pay", args: { amount: 10_001 } }] });
  expect(await world.open(large)).toHaveLength(1);
  expect(pay.ran).toHaveLength(1);
});

test("S2.2: a pending approval has an id of its own and suspends the run, and its answer resumes it", async () => {
  const wipe = fakeTool("wipe");
  const world = await gateWorld({ tools: [wipe] });
  const chats = await Promise.all([
    world.begin({ calls: [{ name: "wipe" }] }),
    world.begin({ calls: [{ name: "wipe" }] }),
  ]);
  const ids = new Set<string>();
  for (const chat of chats) {
    const [open] = await world.open(chat);
    ids.add(open?.id ?? "");
    expect((await world.runs(chat)).map(({ status }) => status)).toEqual(["parked"]);
    await world.settle(chat, "accept");
    expect((await world.runs(chat)).map(({ status }) => status)).toEqual(["done"]);
  }
  expect(ids.size).toBe(2);
  expect([...ids].every((id) => /^[\w-]{22,}$/.test(id))).toBe(true);
});

test("S2.3, row 5: approval is always on, and a question of the person who chats stays open for five minutes", async () => {
  const wipe = fakeTool("wipe");
  const world = await gateWorld({ tools: [wipe] });
  const chat = await world.begin({ calls: [{ name: "wipe" }] });
  const [open] = await world.open(chat);
  expect((open?.expires_at ?? 0) - (open?.requested_at ?? 0)).toBe(5 * minute);
  await world.advance(5 * minute - 1);
  await world.process.sweep();
  expect(await world.open(chat)).toHaveLength(1);
  await world.advance(1);
  await world.process.sweep();
  await world.idle(chat);
  expect((await world.approvals(chat)).map(({ status }) => status)).toEqual(["expired"]);
  expect(wipe.ran).toEqual([]);
});

test("S2.13, row 1: where a question cannot be written down the call does not run", async () => {
  const wipe = fakeTool("wipe");
  const world = await gateWorld({ tools: [wipe] });
  await breakUpdates(world.store, { table: "runs", when: "new.asks > old.asks", by: "failing" });
  const chat = await world.begin({ calls: [{ name: "wipe" }] });
  expect(wipe.ran).toEqual([]);
  expect(await world.approvals(chat)).toEqual([]);
  expect((await world.runs(chat)).map(({ status }) => status)).toEqual(["failed"]);
});

test("S2.15: several calls of one step are all asked about, and each waits for its own answer", async () => {
  const wipe = fakeTool("wipe");
  const world = await gateWorld({ tools: [wipe] });
  const calls = ["a", "b", "c"].map((disk) => ({ name: "wipe", args: { disk } }));
  const chat = await world.begin({ calls });
  const open = await world.open(chat);
  expect(open).toHaveLength(3);
  await world.answer(open[1]?.id ?? "", "accept");
  await world.answer(open[0]?.id ?? "", "decline");
  await world.answer(open[2]?.id ?? "", "accept");
  await world.idle(chat);
  expect(new Set(wipe.ran.map(({ arguments: { disk } }) => disk))).toEqual(new Set(["b", "c"]));
  expect(wipe.ran).toHaveLength(2);
});
