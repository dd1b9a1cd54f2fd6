import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, type GateWorld } from "#e2e/support/gate-world.ts";
import type { ApprovalRow } from "#lib/store/schema/schema.ts";
import { decide } from "#lib/gate/answer/decide.ts";
import type { Answer } from "#lib/gate/answer/answer.ts";

/** A question that is open in the store while no process works on its run. */
async function cold() {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const chat = await world.begin({ calls: [{ name: "wipe", args: { disk: "a" } }] });
  await world.crash();
  const [approval] = await world.open(chat);
  if (!approval) throw new Error("Nobody was asked.");
  return { world, tool, chat, approval };
}

/** Accepts, and lets `tamper` at the store before anybody goes on with the run. */
async function acceptThen(
  world: GateWorld,
  { id, run_id }: ApprovalRow,
  tamper: () => Promise<unknown> | void,
  more: Partial<Answer> = {},
) {
  const target = { approvalId: id };
  const answer: Answer = { person: world.person, target, action: "accept", via: "chat", ...more };
  const { gate, continueRun } = world.process;
  const { resume } = gate;
  gate.resume = () => Promise.resolve();
  expect(await decide(gate, answer)).toMatchObject({ decided: { status: "accepted" } });
  gate.resume = resume;
  await tamper();
  await continueRun(run_id);
}

async function refusalIn(world: GateWorld, chat: string): Promise<unknown> {
  await world.idle(chat);
  expect(world.errors.filter(({ message }) => message === "run.failed")).toEqual([]);
  const [call] = await world.calls(chat);
  expect(call?.state).toBe("refused");
  expect((await world.audit(chat)).filter(({ kind }) => kind === "call-started")).toEqual([]);
  expect((await world.audit(chat)).filter(({ kind }) => kind === "call-refused")).toHaveLength(1);
  return JSON.parse(call?.result_json ?? "").text;
}

test("A8: a call whose stored arguments changed between approval and start is refused, and the run goes on", async () => {
  const { world, tool, chat, approval } = await cold();
  await acceptThen(world, approval, () =>
    world.store.db.updateTable("tool_calls").set({ effective_json: '{"disk":"b"}' }).execute(),
  );
  expect(await refusalIn(world, chat)).toContain("not what was approved");
  expect(tool.ran).toEqual([]);
  expect(world.lastPrompt()).toContain("not what was approved");
});

test("A8: a call that was moved to another tool, server or person after the approval is refused", async () => {
  for (const change of [{ tool_name: "read" }, { server_id: "other" }, { person_id: "p2" }, { chat_id: "other" }]) {
    const { world, tool, approval } = await cold();
    await acceptThen(world, approval, () => world.store.db.updateTable("tool_calls").set(change).execute());
    await world.idle(approval.chat_id);
    expect(tool.ran, JSON.stringify(change)).toEqual([]);
  }
});

test("A8: edited arguments that were changed in the store after the decision are refused", async () => {
  const { world, tool, chat, approval } = await cold();
  const swap = async () => {
    const { decision_json } = (await world.approvals(chat))[0] ?? {};
    const tampered = decision_json?.replace('"b"', '"everything"') ?? "";
    expect(tampered).not.toBe(decision_json);
    await world.store.db.updateTable("approvals").set({ decision_json: tampered }).execute();
  };
  await acceptThen(world, approval, swap, { arguments: { disk: "b" } });
  expect(await refusalIn(world, chat)).toContain("not what was approved");
  expect(tool.ran).toEqual([]);
});

test("A8: changing the object of an edit after it was sent changes nothing of what was checked", async () => {
  const { world, tool, chat, approval } = await cold();
  const edit = { disk: "b" };
  const deciding = decide(world.process.gate, {
    person: world.person,
    target: { approvalId: approval.id },
    action: "accept",
    via: "chat",
    arguments: edit,
  });
  queueMicrotask(() => {
    edit.disk = "everything";
  });
  await deciding;
  await world.process.continued();
  await world.idle(chat);
  for (const { arguments: ran } of tool.ran) expect(ran).toEqual({ disk: "b" });
});

test("A8: changing the arguments in memory while the card is open changes nothing", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const chat = await world.begin({ calls: [{ name: "wipe", args: { disk: "a" } }] });
  for (const hot of world.process.agent.hot.values())
    for (const part of hot.latest.parts)
      if (part.type === "dynamic-tool") (part.input as { disk: string }).disk = "everything";
  await world.settle(chat, "accept");
  expect(tool.ran.map(({ arguments: ran }) => ran)).toEqual([{ disk: "a" }]);
});

test("I7: the executed bytes, the shown bytes and the digest of the audit are one", async () => {
  const { world, tool, chat, approval } = await cold();
  await acceptThen(world, approval, () => {}, { arguments: { path: "/tmp/ä", disk: 1e15, b: [1, { z: 1, a: 2 }] } });
  await world.idle(chat);
  const [call] = await world.calls(chat);
  const [ran] = tool.ran;
  expect(ran?.arguments).toEqual(JSON.parse(call?.effective_json ?? ""));
  expect(ran?.digest).toBe(call?.digest);
  const digests = (await world.audit(chat)).filter(({ kind }) => /decided|cleared|started/.test(kind));
  expect(digests.map(({ kind, digest }) => [kind, digest])).toEqual([
    ["approval-decided", call?.digest],
    ["call-cleared", call?.digest],
    ["call-started", call?.digest],
  ]);
});

test("E1: a tool whose definition changed between proposal and start is refused", async () => {
  const { world, tool, chat, approval } = await cold();
  await acceptThen(world, approval, tool.redefine);
  expect(await refusalIn(world, chat)).toContain("definition changed");
  expect(tool.ran).toEqual([]);
});

test("an accepted call whose tool is gone is refused, and the model is told that it was not run", async () => {
  const { world, tool, chat, approval } = await cold();
  const { gate } = world.process;
  await acceptThen(world, approval, () => {
    gate.catalogue = { ...gate.catalogue, offered: () => new Map() };
  });
  expect(await refusalIn(world, chat)).toContain("not available");
  expect(tool.ran).toEqual([]);
});
