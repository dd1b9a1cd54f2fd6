import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { AppProcess } from "#e2e/support/app-process.ts";
import { fakeTool, type FakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, type GateWorld } from "#e2e/support/gate-world.ts";
import { policyOf } from "#e2e/support/policy-of.ts";
import { startTurn } from "#lib/agent/runs/start-turn.ts";
import { decide } from "#lib/gate/answer/decide.ts";

const limit = 1_000;
const withinBudget = policyOf(`rules:
  - { id: budget, tool: pay, when: 'spent("amount", "day") + args.amount <= ${limit}', then: allow }`);
const neverAbove = policyOf(`rules:
  - { id: budget, tool: pay, when: 'spent("amount", "day") + args.amount > ${limit}', then: deny }
  - { tool: pay, then: ask }`);

const spentBy = ({ ran }: FakeTool) => ran.reduce((sum, { arguments: args }) => sum + Number(args["amount"]), 0);

/** Chats, each with a step of payments, that begin at the same time in two processes by turns. */
async function payAtOnce(world: GateWorld, processes: AppProcess[], chats: number[][]): Promise<string[]> {
  return Promise.all(
    chats.map(async (amounts, index) => {
      const chatId = randomUUID();
      world.tell(chatId, [{ calls: amounts.map((amount) => ({ name: "pay", args: { amount } })) }]);
      const turn = { personId: world.person.id, chatId, message: { id: randomUUID(), text: chatId } };
      await startTurn(processes[index % 2]!.agent, turn);
      return chatId;
    }),
  );
}

async function allIdle(world: GateWorld, processes: AppProcess[], chatIds: string[]): Promise<void> {
  for (const [index, chatId] of chatIds.entries()) {
    world.process = processes[index % 2]!;
    await world.idle(chatId);
  }
}

const amounts = fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 4 });
const chats = fc.array(amounts, { minLength: 2, maxLength: 5 });

test("row 15, S1.8: a budget is never exceeded by calls at once in several chats and processes, and is used up", async () => {
  await fc.assert(
    fc.asyncProperty(chats, async (wanted) => {
      const tool = fakeTool("pay");
      const world = await gateWorld({ tools: [tool], policy: withinBudget });
      const processes = [world.process, world.start()];
      const chatIds = await payAtOnce(world, processes, wanted);
      await allIdle(world, processes, chatIds);
      const spent = spentBy(tool);
      expect(spent).toBeLessThanOrEqual(limit);
      const open = (await Promise.all(chatIds.map((chatId) => world.open(chatId)))).flat();
      // Everything either ran or asks, and nothing asks that would still fit.
      expect(tool.ran.length + open.length).toBe(wanted.flat().length);
      const calls = (await Promise.all(chatIds.map((chatId) => world.calls(chatId)))).flat();
      for (const call of calls.filter(({ state }) => state === "waiting")) {
        const { amount } = JSON.parse(call.effective_json) as { amount: number };
        expect(spent + amount).toBeGreaterThan(limit);
      }
      expect(world.errors).toEqual([]);
      await world.close();
    }),
    { numRuns: 8 },
  );
});

test("row 15, S1.8: approvals at once never exceed a budget either, where a rule refuses what goes beyond it", async () => {
  await fc.assert(
    fc.asyncProperty(chats, async (wanted) => {
      const tool = fakeTool("pay");
      const world = await gateWorld({ tools: [tool], policy: neverAbove });
      const processes = [world.process, world.start()];
      const chatIds = await payAtOnce(world, processes, wanted);
      await allIdle(world, processes, chatIds);
      const open = (await Promise.all(chatIds.map((chatId) => world.open(chatId)))).flat();
      expect(open).toHaveLength(wanted.flat().length);
      await Promise.all(
        open.map(async ({ id }, index) => {
          const { gate, continued } = processes[index % 2]!;
          const { person } = world;
          await decide(gate, { person, target: { approvalId: id }, action: "accept", via: "chat" });
          await continued();
        }),
      );
      await allIdle(world, processes, chatIds);
      const spent = spentBy(tool);
      expect(spent).toBeLessThanOrEqual(limit);
      const calls = (await Promise.all(chatIds.map((chatId) => world.calls(chatId)))).flat();
      for (const call of calls.filter(({ state }) => state === "refused")) {
        const { amount } = JSON.parse(call.effective_json) as { amount: number };
        expect(spent + amount).toBeGreaterThan(limit);
      }
      expect(calls.filter(({ state }) => state === "done")).toHaveLength(tool.ran.length);
      await world.close();
    }),
    { numRuns: 8 },
  );
});

const pay = (...amounts: unknown[]) => ({ calls: amounts.map((amount) => ({ name: "pay", args: { amount } })) });

test("row 15: a value that is no amount asks, and so does every later call of that day, because the sum is unknown", async () => {
  const tool = fakeTool("pay");
  const world = await gateWorld({ tools: [tool], policy: withinBudget });
  const chat = await world.begin(pay("much"));
  expect(tool.ran).toEqual([]);
  await world.settle(chat, "accept");
  expect(tool.ran).toHaveLength(1);
  const next = await world.begin(pay(1));
  const [call] = await world.calls(next);
  expect(JSON.parse(call?.verdict_json ?? "{}")).toMatchObject({
    verdict: "ask",
    ruleId: "rule:budget",
    metadata: { problem: expect.stringContaining("An earlier call has no number in `amount`") },
  });
  await world.advance(86_400_000);
  await world.begin(pay(1));
  expect(tool.ran).toHaveLength(2);
});

test("row 15, G8: calls too long to be added up are not read: the rule asks, and one that refuses refuses", async () => {
  for (const [policy, state] of [
    [withinBudget, "waiting"],
    [neverAbove, "refused"],
  ] as const) {
    const tool = fakeTool("pay");
    const world = await gateWorld({ tools: [tool], policy });
    const first = await world.begin(pay(1));
    if (state === "refused") await world.settle(first, "accept");
    const long = JSON.stringify({ amount: 1, note: "n".repeat(4_000_000) });
    await world.store.db.updateTable("tool_calls").set({ effective_json: long }).execute();
    const next = await world.begin(pay(2));
    expect((await world.calls(next)).map((call) => call.state)).toEqual([state]);
    expect(tool.ran).toHaveLength(1);
    await world.close();
  }
});

test("S1.8: a negative amount gives nothing of the budget back", async () => {
  const tool = fakeTool("pay");
  const world = await gateWorld({ tools: [tool], policy: withinBudget });
  await world.begin(pay(900));
  await world.begin(pay(-5_000));
  await world.begin(pay(200));
  expect(tool.ran.map(({ arguments: args }) => args["amount"])).toEqual([900, -5_000]);
});

test("S1.8: a day's count begins anew at midnight UTC, a chat's with another chat, and only what the rule names counts", async () => {
  const daily = `rules: [{ tool: "pay*", when: 'calls("day") < 2', then: allow }]`;
  const perChat = `rules: [{ tool: "pay*", when: 'calls("chat") < 2', then: allow }]`;
  for (const [file, ran] of [
    [daily, 3],
    [perChat, 4],
  ] as const) {
    const names: string[] = [];
    const tools = ["pay", "pay_back", "other"].map((name) =>
      fakeTool(name, { flag: name === "other" ? "never" : "inherit" }),
    );
    for (const tool of tools) tool.call = wrapped(tool, names);
    const world = await gateWorld({ tools, policy: policyOf(file) });
    await world.begin({
      calls: [{ name: "other" }, { name: "pay" }, { name: "pay_back" }, { name: "pay", args: { n: 3 } }],
    });
    await world.begin({ calls: [{ name: "pay" }] });
    await world.advance(86_400_000);
    await world.begin({ calls: [{ name: "pay" }] });
    expect(names.filter((name) => name !== "other")).toHaveLength(ran);
  }
});

function wrapped(tool: FakeTool, names: string[]): FakeTool["call"] {
  const { call } = tool;
  return (input) => {
    names.push(tool.name);
    return call(input);
  };
}

test("S3.2, I5: the verdict that let a call run is stored with it and in the audit", async () => {
  const tool = fakeTool("pay");
  const world = await gateWorld({ tools: [tool], policy: withinBudget });
  const chat = await world.begin(pay(10));
  const [call] = await world.calls(chat);
  const reason = `Calls of pay run without asking when spent("amount", "day") + args.amount <= ${limit}.`;
  expect(JSON.parse(call?.verdict_json ?? "{}")).toEqual({
    verdict: "allow",
    ruleId: "rule:budget",
    reason,
    metadata: {},
  });
  expect(await world.audit(chat)).toContainEqual(
    expect.objectContaining({ kind: "verdict-given", verdict: "allow", ruleId: "rule:budget", reason }),
  );
});

test("CARD: a call that ran without asking says why in the chat, live and after a reload; one that was asked about does not", async () => {
  const tool = fakeTool("pay");
  const world = await gateWorld({ tools: [tool], policy: withinBudget });
  const chat = await world.begin(pay(10, 2_000));
  const unasked = (await world.message(chat)).parts.filter(({ type }) => type === "data-unasked");
  const [ran] = await world.calls(chat);
  const reason = `Calls of pay run without asking when spent("amount", "day") + args.amount <= ${limit}.`;
  const data = { toolCallId: ran?.tool_call_id, ruleId: "rule:budget", reason };
  expect(unasked).toEqual([{ type: "data-unasked", id: ran?.tool_call_id, data }]);
});

test("S1.8: deleting the chat gives nothing of the day's budget back, and keeps only numbers of its arguments", async () => {
  const tool = fakeTool("pay");
  const world = await gateWorld({ tools: [tool], policy: withinBudget });
  const chat = await world.begin({ calls: [{ name: "pay", args: { amount: 900, to: "Eve", tip: 1 } }] });
  expect(await world.process.chats.remove(world.person.id, chat)).toBe(true);
  expect(await world.calls(chat)).toEqual([]);
  expect((await world.store.db.selectFrom("past_calls").selectAll().execute()).map((row) => row.numbers_json)).toEqual([
    '{"amount":900,"tip":1}',
  ]);
  const next = await world.begin(pay(101));
  expect(await world.open(next)).toHaveLength(1);
  await world.begin(pay(100));
  expect(tool.ran).toHaveLength(2);
  await world.advance(86_400_000);
  const later = await world.begin(pay(1_000));
  expect(tool.ran).toHaveLength(3);
  await world.process.chats.remove(world.person.id, later);
  expect(await world.store.db.selectFrom("past_calls").select("numbers_json").execute()).toHaveLength(1);
});
