import { expect, test } from "vitest";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { gateWorld, until, type WorldOptions } from "#e2e/support/gate-world.ts";
import { stopRun } from "#lib/agent/runs/runs.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import type { ClearedCall, ServerTask, ToolOutcome } from "#lib/gate/contract/tool.ts";

const task = (over: Partial<ServerTask> = {}): ServerTask => ({
  id: "t-1",
  leftMs: 60_000,
  since: null,
  answered: [],
  ...over,
});
const question = { mode: "form" as const, message: "Which?", requestedSchema: { type: "object" }, url: null };
const never = () => new Promise<never>(() => {});

type Act = (call: ClearedCall, time: number) => ToolOutcome | Promise<ToolOutcome>;

/** An approved call whose server makes a task of it. */
async function begun(act: Act, options: WorldOptions = {}) {
  const tool = fakeTool("grow", { flag: "always", act: (call) => act(call, tool.ran.length) });
  const world = await gateWorld({ tools: [tool], ...options });
  const chat = "chat";
  world.tell(chat, [{ calls: [{ name: "grow", args: { of: "oak" } }] }, { text: "It grew." }]);
  await world.post(chat, chat);
  await world.idle(chat);
  expect(tool.ran).toEqual([]);
  await world.answer(chat, "accept");
  const state = async () => (await world.calls(chat)).map((call) => call.state);
  const kinds = async () =>
    (await world.audit(chat)).map(({ kind }) => kind).filter((kind) => kind.startsWith("call-"));
  const goOn = async () => {
    await world.process.resume();
    await world.idle(chat);
  };
  return { world, tool, chat, state, kinds, goOn };
}

/** The first process keeps the task and dies; `later` is what the next one does. */
async function interrupted(later: Act, options: WorldOptions = {}) {
  const kept = Promise.withResolvers<void>();
  const of = await begun(async (call, time) => {
    if (time > 1) return later(call, time);
    await call.keepTask(task({ since: 7 }));
    kept.resolve();
    return never();
  }, options);
  await kept.promise;
  of.world.process.kill();
  of.world.process = of.world.start();
  return of;
}

test("M134: a process that goes on with a call asks for its task, under the same approval, and its result arrives once", async () => {
  const { tool, state, kinds, goOn, world } = await interrupted(() => said("grown"));
  await goOn();
  const [first, second, ...more] = tool.ran;
  expect([first?.resumption, more]).toEqual([null, []]);
  expect(second?.resumption).toEqual({
    inputResponses: {},
    requestState: null,
    task: task({ since: 7 }),
  });
  expect(second?.digest).toBe(first?.digest);
  expect(await state()).toEqual(["done"]);
  expect(await kinds()).toEqual(["call-cleared", "call-started", "call-asked-for", "call-finished"]);
  expect(world.lastPrompt()).toContain("grown");
  expect(world.errors).toEqual([]);
});

test("M134, I8: a task that could not be kept is unknown after a crash, and is not sent again", async () => {
  const { world, tool, state, goOn } = await begun(never);
  await until(() => tool.ran.length === 1, "the tool to run");
  world.process.kill();
  world.process = world.start();
  await goOn();
  expect([tool.ran.length, await state()]).toEqual([1, ["unknown"]]);
});

test("M134, E1, A11: what was tightened since counts: then nobody asks for the task, and its outcome is unknown", async () => {
  const denied = await interrupted(() => said("grown"));
  denied.world.process.gate.policy = toolApprovalPolicy.denyAll();
  await denied.goOn();
  expect([denied.tool.ran.length, await denied.state()]).toEqual([1, ["unknown"]]);
  const changed = await interrupted(() => said("grown"));
  changed.tool.redefine();
  await changed.goOn();
  expect([changed.tool.ran.length, await changed.state()]).toEqual([1, ["unknown"]]);
});

test("M134, G26: a task that ends its process each time is given up with its run", async () => {
  const { world, tool, chat, state } = await interrupted(
    async (call) => {
      await call.keepTask(task());
      return never();
    },
    { limits: { mostLosses: 3 } },
  );
  await world.process.resume();
  for (let ran = 2; ran <= 3; ran += 1) {
    await until(() => tool.ran.length === ran, "the task to be asked for");
    await world.crash();
  }
  expect((await world.runs(chat)).map(({ status }) => status)).toEqual(["failed"]);
  expect([tool.ran.length, await state()]).toEqual([3, ["unknown"]]);
});

test("M134: whoever lost the run can keep nothing, and ends nothing", async () => {
  const problems: unknown[] = [];
  const late = Promise.withResolvers<void>();
  const { tool, state, goOn, world } = await interrupted(() => said("grown"));
  await goOn();
  const { world: other, tool: slow } = await begun(async (call) => {
    await late.promise;
    await call.keepTask(task()).catch((error: unknown) => void problems.push(error));
    return said("late");
  });
  await until(() => slow.ran.length === 1, "the tool to run");
  other.process.kill();
  other.process = other.start();
  await other.process.resume();
  await other.idle("chat");
  late.resolve();
  await until(() => problems.length === 1, "the refusal");
  expect((await other.calls("chat")).map((call) => call.state)).toEqual(["unknown"]);
  expect([tool.ran.length, await state(), world.errors]).toEqual([2, ["done"], []]);
});

test("M135: what a task asks is a card, and the answer goes to the task, over restarts", async () => {
  const asks = { kind: "input-required", requests: { which: question }, requestState: null, task: task() } as const;
  const { world, tool, chat, state } = await begun((_, time) => (time === 1 ? asks : said("grown")));
  await world.idle(chat);
  expect(await state()).toEqual(["waiting"]);
  await world.crash();
  await world.answer(chat, "accept", { content: {} });
  await world.idle(chat);
  expect(tool.ran.map(({ resumption }) => resumption)).toEqual([
    null,
    { inputResponses: { which: { action: "accept", content: {} } }, requestState: null, task: task() },
  ]);
  expect(await state()).toEqual(["done"]);
});

test("M136: Stop, and what was tightened, cancel a task that waits for an answer, as whose call it is", async () => {
  const asks = { kind: "input-required", requests: { which: question }, requestState: null, task: task() } as const;
  const waiting = async () => {
    const cancelled: unknown[] = [];
    const of = await begun(() => asks);
    of.tool.cancelTask = async (which) => void cancelled.push(which);
    await of.world.idle(of.chat);
    const [call] = await of.world.calls(of.chat);
    return { ...of, cancelled, its: { id: "t-1", personId: call?.person_id } };
  };
  const stopped = await waiting();
  const [run] = await stopped.world.runs(stopped.chat);
  await stopRun(stopped.world.process.agent, run?.id ?? "", "stop");
  expect([stopped.cancelled, await stopped.state()]).toEqual([[stopped.its], ["unknown"]]);
  const denied = await waiting();
  denied.world.process.gate.policy = toolApprovalPolicy.denyAll();
  await denied.world.answer(denied.chat, "accept", { content: {} });
  await denied.world.idle(denied.chat);
  expect([denied.cancelled, await denied.state()]).toEqual([[denied.its], ["unknown"]]);
});

test("M135: who must sign in again to be told of a task and does not leaves it unknown, not refused", async () => {
  const { world, chat, state } = await begun(() => ({ kind: "sign-in-first", scope: null, task: task() }));
  await world.idle(chat);
  await world.answer(chat, "decline");
  await world.idle(chat);
  expect(await state()).toEqual(["unknown"]);
});
