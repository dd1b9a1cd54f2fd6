import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, until, type GateWorld, type WorldOptions } from "#e2e/support/gate-world.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import type { Worker } from "#lib/agent/hot/worker.ts";

/** A process whose answers are on the disk once `keep` is called. */
async function onSlowDisk(options: WorldOptions): Promise<{ world: GateWorld; keep: () => void }> {
  const world = await gateWorld({ ...options, limits: { coldAfterMs: Infinity } });
  const disk = Promise.withResolvers<void>();
  world.store.takenAlong = () => disk.promise;
  await world.crash();
  return { world, keep: disk.resolve };
}

test("I2: a call starts by a commit of its own, and its answer is confirmed once it is on the disk itself", async () => {
  const wipe = fakeTool("wipe");
  const { world, keep } = await onSlowDisk({ tools: [wipe] });
  const chatId = await world.begin({ calls: [{ name: "wipe" }] });
  let isConfirmed = false;
  const answered = world.answer(chatId, "accept").finally(() => (isConfirmed = true));
  await until(async () => wipe.ran.length === 1, "the call to run");
  expect(isConfirmed).toBe(false);
  keep();
  await answered;
  await world.idle(chatId);
});

test("G61: an answer that is given again is confirmed once the disk has it, and not at all where the disk failed", async () => {
  const world = await gateWorld({ tools: [fakeTool("wipe")] });
  let kept = () => Promise.resolve();
  world.store.takenAlong = () => kept();
  await world.crash();
  const chatId = await world.begin({ calls: [{ name: "wipe" }] });
  const [card] = await world.open(chatId);
  const id = String(card?.id);
  await world.settle(chatId, "decline");
  const disk = Promise.withResolvers<void>();
  kept = () => disk.promise;
  let isConfirmed = false;
  const again = world.answer(id, "decline").finally(() => (isConfirmed = true));
  for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
  expect(isConfirmed).toBe(false);
  disk.resolve();
  expect(await again).toMatchObject({ decided: { status: "declined" } });
  kept = () => Promise.reject(new Error("The disk failed."));
  await expect(world.answer(id, "decline")).rejects.toThrow("The disk failed.");
});

test("I2: an agent gets no work before the answer that gives it is on the disk", async () => {
  const worker: Worker = {
    name: "researcher",
    description: "Looks things up.",
    instructions: "You look things up.",
    model: null,
    tools: ["srv/*"],
    agents: [],
  };
  const policy = toolApprovalPolicy.custom(() => true);
  const { world, keep } = await onSlowDisk({ workers: [worker], policy });
  let asked = 0;
  world.tell("Find it.", () => ({ text: `Asked ${(asked += 1)} times.` }));
  const chatId = await world.begin({ calls: [{ name: "delegate_to_researcher", args: { task: "Find it." } }] });
  const answered = world.answer(chatId, "accept");
  // The call has gone on as far as it may.
  await until(async () => (await world.runs(chatId)).every(({ status }) => status === "running"), "the answer");
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  expect(asked).toBe(0);
  keep();
  await answered;
  await world.idle(chatId);
  expect(asked).toBe(1);
});
