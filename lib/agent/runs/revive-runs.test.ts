import { expect, inject, test } from "vitest";
import { breakUpdates } from "#e2e/support/break-updates.ts";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { gateWorld, until, type GateWorld } from "#e2e/support/gate-world.ts";
import { reviveRuns } from "./revive-runs.ts";

/** From now on no run can be written, as on a full disk; returns the function that makes room. */
function fillDisk({ store }: GateWorld): Promise<() => Promise<void>> {
  return breakUpdates(store, { table: "runs", by: "failing" });
}

const afterLease = 30_000;

test("G10: a run whose store failed goes on once the store is back, and repeats no call", async () => {
  const held = Promise.withResolvers<void>();
  const tool = fakeTool("wipe", { flag: "never", act: () => held.promise.then(() => said("wiped")) });
  const world = await gateWorld({ tools: [tool] });
  world.tell("go", [{ calls: [{ name: "wipe" }] }, { text: "All is wiped." }]);
  await world.post("chat", "go");
  await until(() => tool.ran.length === 1, "the tool to run");
  const makeRoom = await fillDisk(world);
  held.resolve();
  await until(() => world.process.agent.hot.size === 0, "the run to fail");
  await makeRoom();
  expect((await world.runs("chat")).map(({ status }) => status)).toEqual(["running"]);
  expect(await world.post("chat", "and?")).toEqual({ queued: true });

  await reviveRuns(world.process.agent);
  expect(world.process.agent.hot.size, "while the lease lasts, somebody may be about to work on it").toBe(0);
  await world.advance(afterLease);
  await reviveRuns(world.process.agent);
  await until(async () => (await world.runs("chat")).length === 2, "the queued message to start");
  await world.idle("chat");
  expect(tool.ran).toHaveLength(1);
  expect((await world.runs("chat")).map(({ status }) => status)).toEqual(["done", "done"]);
});

test("an approved call starts though the run could not be taken over at the first try, and starts once", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const chat = await world.begin({ calls: [{ name: "wipe" }] });
  await world.crash();
  const [approval] = await world.open(chat);
  const { gate } = world.process;
  const { resume } = gate;
  gate.resume = () => Promise.resolve();
  await world.answer(approval?.id ?? "", "accept");
  gate.resume = resume;
  expect(tool.ran).toEqual([]);
  await world.advance(afterLease);
  await reviveRuns(world.process.agent);
  await world.idle(chat);
  expect(tool.ran).toHaveLength(1);
});

test("runs that are at work and runs that wait for people are left alone", async () => {
  const held = Promise.withResolvers<void>();
  const look = fakeTool("look", { flag: "never", act: () => held.promise.then(() => said("seen")) });
  const world = await gateWorld({ tools: [look, fakeTool("wipe")] });
  world.tell("go", [{ calls: [{ name: "look" }] }]);
  await world.post("chat", "go");
  const waiting = await world.begin({ calls: [{ name: "wipe" }] });
  await until(() => look.ran.length === 1, "the tool to run");
  const waits = async () => (await world.runs(waiting)).map(({ status, owner, fence }) => ({ status, owner, fence }));
  // If it leaves memory it lets go of itself first, which is one more fence.
  if (inject("cold") === "at once") await until(async () => (await waits())[0]?.owner === null, "the run to be cold");
  const before = await waits();
  await world.advance(afterLease);
  await reviveRuns(world.process.agent);
  held.resolve();
  await world.idle("chat");
  expect((await world.calls("chat")).map(({ state }) => state)).toEqual(["done"]);
  expect(before).toMatchObject([{ status: "parked" }]);
  expect(await waits()).toEqual(before);
});

test("a message that was queued behind a run that nobody held starts when that run is stopped", async () => {
  const world = await gateWorld({ tools: [fakeTool("wipe")] });
  const hold = Promise.withResolvers<void>();
  world.tell("go", [{ calls: [{ name: "wipe" }], hold: hold.promise }]);
  await world.post("chat", "go");
  expect(await world.post("chat", "second")).toEqual({ queued: true });
  hold.resolve();
  await world.idle("chat");
  await world.crash();
  await world.process.chats.stop(world.person.id, "chat");
  await reviveRuns(world.process.agent);
  await until(async () => (await world.runs("chat")).at(-1)?.status === "done", "the second answer");
  expect((await world.detail("chat")).queue).toEqual([]);
});
