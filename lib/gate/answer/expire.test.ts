import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, until } from "#e2e/support/gate-world.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { decide } from "./decide.ts";
import { expireDue, extend } from "./expire.ts";

async function asked(timeoutMs = 300_000) {
  const tool = fakeTool("wipe", { timeoutMs });
  const world = await gateWorld({ tools: [tool] });
  const chat = await world.begin({ calls: [{ name: "wipe" }] });
  const [approval] = await world.open(chat);
  if (!approval) throw new Error("Nobody was asked.");
  return { world, tool, chat, approval };
}

test("S0.18, S2.10: a question that nobody answers expires by the database's clock, and the model is told so", async () => {
  const { world, tool, chat } = await asked(60_000);
  await world.advance(59_999);
  await world.process.sweep();
  expect(await world.open(chat)).toHaveLength(1);
  await world.advance(1);
  await world.process.sweep();
  await world.idle(chat);
  expect(await world.approvals(chat)).toMatchObject([{ status: "expired" }]);
  expect(world.lastPrompt()).toContain("it timed out waiting for approval. Nobody declined it.");
  expect(tool.ran).toEqual([]);
  expect(await world.audit(chat)).toContainEqual(
    expect.objectContaining({ kind: "approval-ended", status: "expired", endedBy: "timeout" }),
  );
});

test("S0.18: a question expires as well while no process works on its run", async () => {
  const { world, tool, chat } = await asked();
  await world.crash();
  await world.advance(300_000);
  await world.process.sweep();
  await world.idle(chat);
  expect((await world.runs(chat)).map(({ status }) => status)).toEqual(["done"]);
  expect(tool.ran).toEqual([]);
});

test("S0.18: a run that cannot be expired at the moment holds up nobody else's", async () => {
  const { world, chat } = await asked(60_000);
  const other = await world.begin({ calls: [{ name: "wipe" }] });
  await world.advance(60_000);
  const away = () => {
    throw new Error("Somebody holds the run.");
  };
  const announce = world.process.gate.announce;
  const gate: Gate = {
    ...world.process.gate,
    announce: (change) => (change.chatId === chat ? away() : announce(change)),
  };
  await expireDue(gate, { upSinceMs: 300_000 });
  await world.idle(other);
  expect(await world.approvals(other)).toMatchObject([{ status: "expired" }]);
});

test("More time adds one timeout, at most ten times, each with its audit row", async () => {
  const { world, chat, approval } = await asked(60_000);
  const of = { id: approval.id, personId: world.person.id };
  for (let count = 1; count <= 10; count += 1) {
    const outcome = await extend(world.process.gate, of);
    expect(outcome).toMatchObject({
      extended: { expires_at: approval.requested_at + (count + 1) * 60_000, extensions: count },
    });
  }
  expect(await extend(world.process.gate, of)).toEqual({ refused: "not-open" });
  expect((await world.audit(chat)).filter(({ kind }) => kind === "approval-extended")).toHaveLength(10);
  await world.advance(11 * 60_000 - 1);
  expect(await world.settle(chat, "accept")).toMatchObject({ decided: {} });
});

test("More time is refused to strangers, for settled questions, and after the deadline", async () => {
  const { world, chat, approval } = await asked();
  const { gate } = world.process;
  const of = { id: approval.id, personId: world.person.id };
  expect(await extend(gate, { ...of, personId: world.stranger.id })).toEqual({ refused: "unknown" });
  expect(await extend(gate, { ...of, id: "no-such-id" })).toEqual({ refused: "unknown" });
  await world.advance(300_000);
  expect(await extend(gate, of)).toEqual({ refused: "not-open" });
  await world.process.sweep();
  expect(await extend(gate, of)).toEqual({ refused: "not-open" });
  const other = await asked();
  await other.world.settle(other.chat, "decline");
  expect(await extend(other.world.process.gate, { id: other.approval.id, personId: "p1" })).toEqual({
    refused: "not-open",
  });
  expect((await world.audit(chat)).filter(({ kind }) => kind === "approval-extended")).toEqual([]);
});

test("an approved call that nobody started for ten minutes of running expires, and is not started any more", async () => {
  const { world, tool, chat, approval } = await asked();
  await world.crash();
  const target = { approvalId: approval.id };
  const gate = { ...world.process.gate, resume: async () => {} };
  await decide(gate, { person: world.person, target, action: "accept", via: "chat" });
  await world.advance(600_000);
  // Ten minutes by the clock, but this process has run for less: it had no chance to start it.
  await expireDue(gate, { upSinceMs: 599_999 });
  expect(await world.approvals(chat)).toMatchObject([{ status: "accepted" }]);
  await world.process.sweep(600_000);
  await world.idle(chat);
  expect(await world.approvals(chat)).toMatchObject([{ status: "expired" }]);
  expect(world.lastPrompt()).toContain("it was approved, but it was not started before the approval ran out");
  expect(tool.ran).toEqual([]);
  const part = (await world.message(chat)).parts.find(({ type }) => type === "dynamic-tool");
  expect(part).toMatchObject({ state: "output-denied" });
});

test("I1: an approval that expires after it was read and before the call is started starts nothing", async () => {
  const { world, tool, chat, approval } = await asked();
  await world.crash();
  const { gate } = world.process;
  const up = Promise.withResolvers<void>();
  const waits: true[] = [];
  gate.catalogue = { ...gate.catalogue, ready: () => (waits.push(true), up.promise) };
  await world.answer(chat, "accept");
  await until(() => waits.length > 0, "the call to wait for its server");
  await world.advance(600_000);
  await world.process.sweep();
  expect(await world.approvals(chat)).toMatchObject([{ id: approval.id, status: "expired" }]);
  up.resolve();
  await world.idle(chat);
  expect(tool.ran).toEqual([]);
  expect((await world.calls(chat)).map(({ state }) => state)).toEqual(["refused"]);
  expect((await world.runs(chat)).map(({ status }) => status)).toEqual(["done"]);
  expect(world.errors).toEqual([]);
});
