import { setImmediate as immediate } from "node:timers/promises";
import { expect, inject, test } from "vitest";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { gateWorld, until, type GateWorld } from "#e2e/support/gate-world.ts";
import type { ClearedCall, Elicit, ElicitationRequest, ToolOutcome } from "#lib/gate/contract/tool.ts";

const sure: ElicitationRequest = {
  mode: "form",
  message: "Sure?",
  requestedSchema: { type: "object", properties: { yes: { type: "boolean" } }, required: ["yes"] },
  url: null,
};

type Act = (input: ClearedCall) => Promise<ToolOutcome>;

async function started(act: Act, limits = {}): Promise<GateWorld> {
  const tool = fakeTool("run", { flag: "never", act });
  const world = await gateWorld({ tools: [tool], limits });
  world.tell("go", [{ calls: [{ name: "run" }] }]);
  await world.post("chat", "go");
  return world;
}

/** A tool that asks and returns what it heard. */
const echo: Act = async ({ elicit, signal }) => said(JSON.stringify(await heard(elicit, signal)));

function heard(elicit: Elicit, signal: AbortSignal): Promise<unknown> {
  return elicit(sure, signal).catch((error: unknown) => ({ rejected: String(error) }));
}

async function output(world: GateWorld): Promise<string> {
  await until(async () => (await world.runs("chat"))[0]?.ended_at !== null, "the run to end");
  return (await world.calls("chat"))[0]?.result_json ?? "";
}

test("S4.3: accept carries the content, decline and cancel are told apart, and the call ends after the answer", async () => {
  for (const [action, answer] of [
    ["accept", { action: "accept", content: { yes: false } }],
    ["decline", { action: "decline" }],
    ["cancel", { action: "cancel" }],
  ] as const) {
    const world = await started(echo);
    await until(async () => (await world.open("chat")).length === 1, "the question");
    await world.idle("chat");
    await world.settle("chat", action, action === "accept" ? { content: { yes: false } } : {});
    expect(JSON.parse(await output(world)).result.content[0].text).toBe(JSON.stringify(answer));
    const [card] = (await world.message("chat")).parts.filter(({ type }) => type === "data-approval");
    expect(card).toMatchObject({ data: { callState: "done", subject: { kind: "form" } } });
    expect(world.errors).toEqual([]);
  }
});

test("S4.9: a question in flight that nobody answers in time is a cancel, and the audit says that it expired", async () => {
  const world = await started(echo);
  await until(async () => (await world.open("chat")).length === 1, "the question");
  await world.advance(300_000);
  await world.process.sweep();
  expect(await output(world)).toContain('{\\"action\\":\\"cancel\\"}');
  expect(await world.audit("chat")).toContainEqual(expect.objectContaining({ status: "expired" }));
});

test("while a server's question waits the run only waits; after the answer it works, whatever else is open", async () => {
  const go = Promise.withResolvers<void>();
  const world = await started(async ({ elicit, signal }) => {
    const answer = await elicit(sure, signal);
    await go.promise;
    return said(answer.action);
  });
  await until(async () => (await world.runs("chat"))[0]?.status === "parked", "the run to park");
  await world.answer("chat", "decline");
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect((await world.runs("chat"))[0]?.status).toBe("running");
  go.resolve();
  await world.idle("chat");
});

test("S4.6: a question that its server withdraws is no longer answerable, and nobody is said to have answered it", async () => {
  const withdrawn = new AbortController();
  const world = await started(({ elicit }) => echo({ elicit, signal: withdrawn.signal } as ClearedCall));
  await until(async () => (await world.open("chat")).length === 1, "the question");
  const [approval] = await world.open("chat");
  const next = Promise.withResolvers<void>();
  world.tell("go", [{ calls: [{ name: "run" }] }, { text: "Hm.", hold: next.promise }]);
  withdrawn.abort();
  await until(() => world.model.requests.length === 2, "the next step");
  // The model speaks again: a new message would have to queue.
  expect((await world.runs("chat"))[0]?.status).toBe("running");
  next.resolve();
  expect(await output(world)).toContain("server-withdrew");
  expect(await world.answer(approval?.id ?? "", "accept", { content: { yes: true } })).toMatchObject({
    refused: "settled",
    status: "cancelled",
  });
});

test("a withdrawal at any moment, even while the question is being opened, leaves no card open", async () => {
  // PostgreSQL answers in turns of the event loop, and each world there takes its time.
  const [step, turnOf] = inject("postgresUrl") === null ? [4, async () => null] : [20, immediate];
  for (let moment = 0; moment < 160; moment += step) {
    const withdrawn = new AbortController();
    const world = await started(async ({ elicit }) => {
      const answer = heard(elicit, withdrawn.signal);
      for (let turn = 0; turn < moment; turn += 1) await turnOf();
      withdrawn.abort();
      return said(JSON.stringify(await answer));
    });
    expect(await output(world)).toContain("rejected");
    expect(await world.open("chat"), `withdrawn after ${moment} turns`).toEqual([]);
    await world.close();
  }
});

test("a call that ends without waiting for its own question takes the question with it", async () => {
  const world = await started(async ({ elicit, signal }) => {
    void heard(elicit, signal);
    await until(async () => (await world.open("chat")).length === 1, "the question");
    return said("never mind");
  });
  expect(await output(world)).toContain("never mind");
  expect(await world.approvals("chat")).toMatchObject([{ status: "cancelled" }]);
  expect((await world.runs("chat")).map(({ status }) => status)).toEqual(["done"]);
});

test("E13: a server cannot ask on behalf of a call that is over", async () => {
  const kept: Elicit[] = [];
  const go = Promise.withResolvers<void>();
  const world = await started(async ({ elicit }) => {
    kept.push(elicit);
    return said("done");
  });
  world.tell("more", [{ text: "Wait", hold: go.promise }]);
  await world.idle("chat");
  await world.post("chat", "more");
  await expect(kept[0]?.(sure, new AbortController().signal)).rejects.toThrow();
  go.resolve();
  await world.idle("chat");
  expect(await world.approvals("chat")).toEqual([]);
});

test("E13: a server cannot ask for a finished call while its run works on something else", async () => {
  const kept: Elicit[] = [];
  const tool = fakeTool("run", { flag: "never", act: async ({ elicit }) => (kept.push(elicit), said("done")) });
  const world = await gateWorld({ tools: [tool] });
  const go = Promise.withResolvers<void>();
  world.tell("go", [{ calls: [{ name: "run" }] }, { text: "Wait", hold: go.promise }]);
  await world.post("chat", "go");
  await until(() => world.model.requests.length === 2, "the second step");
  await expect(kept[0]?.(sure, new AbortController().signal)).rejects.toThrow(/is over/);
  go.resolve();
  await world.idle("chat");
  expect(await world.approvals("chat")).toEqual([]);
});

test("G2: a question whose connection died with the process ends as lost, its call as unknown", async () => {
  const world = await started(echo);
  await until(async () => (await world.open("chat")).length === 1, "the question");
  const [approval] = await world.open("chat");
  await world.crash();
  await world.idle("chat");
  expect(await world.approvals("chat")).toMatchObject([{ status: "cancelled" }]);
  expect((await world.audit("chat")).filter(({ kind }) => kind === "approval-ended")).toMatchObject([
    { endedBy: "server-lost" },
  ]);
  expect((await world.calls("chat")).map(({ state }) => state)).toEqual(["unknown"]);
  expect(await world.answer(approval?.id ?? "", "accept", { content: { yes: true } })).toMatchObject({
    refused: "settled",
  });
});

test("Stop while a server's question is open rejects it: no decline is invented", async () => {
  let told: unknown = null;
  const world = await started(async ({ elicit, signal }) => {
    told = await heard(elicit, signal);
    return said("stopped");
  });
  await until(async () => (await world.open("chat")).length === 1, "the question");
  await world.process.chats.stop(world.person.id, "chat");
  await world.idle("chat");
  // Either the signal comes first, or a look at the row that says so.
  expect(told).toEqual({ rejected: expect.stringMatching(/stop|no longer held/) });
  expect(await world.approvals("chat")).toMatchObject([{ status: "cancelled" }]);
});

test("C13: a server may ask in flight only as often as an answer may ask", async () => {
  const world = await started(
    async ({ elicit, signal }) => {
      const answers = [];
      for (let count = 0; count < 5; count += 1) answers.push(await heard(elicit, signal));
      return said(JSON.stringify(answers));
    },
    { asksPerRun: 2 },
  );
  for (let count = 0; count < 2; count += 1) {
    await until(async () => (await world.open("chat")).length === 1, "the question");
    await world.answer("chat", "decline");
  }
  expect((await output(world)).match(/asked as often/g)).toHaveLength(3);
});

test("a message with a lone surrogate and a broken schema are still shown", async () => {
  const hostile = { ...sure, message: "half a \ud83d pair", requestedSchema: { type: "object", properties: 5 } };
  const world = await started(async ({ elicit, signal }) => said((await elicit(hostile, signal)).action));
  await until(async () => (await world.open("chat")).length === 1, "the question");
  await world.answer("chat", "decline");
  expect(await output(world)).toContain("decline");
});

test("M4: a link in flight is a card of its own; a yes says that it was opened and nothing else", async () => {
  const link: ElicitationRequest = { ...sure, mode: "url", url: "https://a.example/", requestedSchema: null };
  for (const [action, told] of [
    ["accept", '{\\"action\\":\\"accept\\"}'],
    ["decline", '{\\"action\\":\\"decline\\"}'],
    ["cancel", '{\\"action\\":\\"cancel\\"}'],
  ] as const) {
    const world = await started(async ({ elicit, signal }) => said(JSON.stringify(await elicit(link, signal))));
    await until(async () => (await world.open("chat")).length === 1, "the question");
    expect(await world.open("chat")).toMatchObject([{ kind: "link" }]);
    expect(await world.answer("chat", "accept", { content: { yes: true } })).toMatchObject({ refused: "unfit" });
    await world.settle("chat", action);
    expect(await output(world)).toContain(told);
  }
});
