import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { decide } from "#lib/gate/answer/decide.ts";

/** A store restored from a backup made when a call was approved and had not begun. */
async function approvedNotBegun() {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const chat = await world.begin({ calls: [{ name: "wipe" }] });
  const [approval] = await world.open(chat);
  const target = { approvalId: approval?.id ?? "" };
  const gate = { ...world.process.gate, resume: async () => {} };
  await decide(gate, { person: world.person, target, action: "accept", via: "chat" });
  world.process.kill();
  expect(tool.ran).toEqual([]);
  return { tool, world, chat };
}

async function startAgain({ world, chat }: Awaited<ReturnType<typeof approvedNotBegun>>) {
  world.process = world.start();
  await world.process.resume();
  await world.idle(chat);
}

test("I2: a call that was approved but not begun in a backup begins once after the restore", async () => {
  const restored = await approvedNotBegun();
  await startAgain(restored);
  expect(restored.tool.ran).toHaveLength(1);
});

test("I4: an owner who withdraws it in the restored store keeps it from running", async () => {
  const restored = await approvedNotBegun();
  const { world, chat, tool } = restored;
  // As docs/grow.md says.
  const waiting = await world.store.db
    .selectFrom("approvals")
    .innerJoin("tool_calls", "tool_calls.id", "call_id")
    .select("approvals.id")
    .where("status", "=", "accepted")
    .where("state", "in", ["waiting", "cleared"])
    .execute();
  expect(waiting).toHaveLength(1);
  await world.store.db
    .updateTable("approvals")
    .set({ status: "expired" })
    .where("id", "=", waiting[0]?.id ?? "")
    .execute();
  await startAgain(restored);
  expect(tool.ran).toEqual([]);
  expect((await world.calls(chat)).map(({ state }) => state)).toEqual(["refused"]);
  expect((await world.runs(chat)).map(({ status }) => status)).toEqual(["done"]);
  expect(world.errors).toEqual([]);
});
