import { expect, test } from "vitest";
import { breakUpdates } from "#e2e/support/break-updates.ts";
import { fakeTool, said, type FakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, until, type WorldOptions } from "#e2e/support/gate-world.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";

const call = { name: "wipe", args: { disk: "a" } };

async function proposed(tool: FakeTool, options: Omit<WorldOptions, "tools"> = {}) {
  const world = await gateWorld({ tools: [tool], ...options });
  return { world, chat: await world.begin({ calls: [call] }) };
}

test("S0.33: a gated call waits for a person, and what it would do has not happened", async () => {
  const tool = fakeTool("wipe");
  const { world, chat } = await proposed(tool);
  expect(tool.ran).toEqual([]);
  expect((await world.calls(chat)).map(({ state }) => state)).toEqual(["waiting"]);
  expect((await world.runs(chat)).map(({ status }) => status)).toEqual(["parked"]);
});

test("S0.34, S0.35: whatever is not an accept runs nothing, says so to the model and never reaches the server", async () => {
  for (const [end, text] of [
    ["decline", "the user (Kim) declined it"],
    ["cancel", "dismissed the question"],
    ["expire", "it timed out waiting for approval"],
  ] as const) {
    const tool = fakeTool("wipe");
    const { world, chat } = await proposed(tool);
    if (end === "expire") {
      await world.advance(300_000);
      await world.process.sweep();
      await world.idle(chat);
    } else await world.settle(chat, end);
    expect(tool.ran).toEqual([]);
    expect(world.lastPrompt()).toContain("was not run");
    expect(world.lastPrompt()).toContain(text);
    expect((await world.calls(chat)).map(({ state }) => state)).toEqual(["refused"]);
    expect((await world.message(chat)).parts.find(({ type }) => type === "dynamic-tool")).toMatchObject({
      state: "output-denied",
      approval: { approved: false },
    });
  }
});

test("S0.18, S0.36: an accept runs the call, and the server's result flows back unchanged", async () => {
  const result = {
    content: [
      { type: "text", text: "ok\u202e" },
      { type: "image", data: "AA==", mimeType: "image/png" },
    ],
    structuredContent: { deep: [1, { two: null }] },
    isError: false,
  };
  const tool = fakeTool("wipe", { act: () => ({ kind: "result", result }) });
  const { world, chat } = await proposed(tool);
  await world.settle(chat, "accept");
  expect(tool.ran).toHaveLength(1);
  const part = (await world.message(chat)).parts.find(({ type }) => type === "dynamic-tool");
  expect(part).toMatchObject({ state: "output-available", output: result, approval: { approved: true } });
});

test("S0.3, S3.7: flag always asks on every call, whatever the policy and the annotations say", async () => {
  const tool = fakeTool("wipe", { flag: "always", annotations: { readOnlyHint: true } });
  const { world, chat } = await proposed(tool, { policy: toolApprovalPolicy.allowAll({ production: false }) });
  expect(await world.open(chat)).toHaveLength(1);
  expect(tool.ran).toEqual([]);
});

test("S0.3, S1.9, S3.6: flag never and a policy that allows run at once and ask nobody", async () => {
  for (const [flag, policy] of [
    ["never", toolApprovalPolicy.annotated()],
    ["inherit", toolApprovalPolicy.custom(() => false)],
  ] as const) {
    const tool = fakeTool("wipe", { flag });
    const { world, chat } = await proposed(tool, { policy });
    expect(tool.ran).toHaveLength(1);
    expect(await world.approvals(chat)).toEqual([]);
    expect((await world.audit(chat)).map(({ kind }) => kind)).toEqual([
      "verdict-given",
      "call-cleared",
      "call-started",
      "call-finished",
    ]);
  }
});

test("S1.7, S1.17: denyAll runs nothing and asks nobody, not even for a tool that never asks", async () => {
  for (const flag of ["never", "inherit", "always"] as const) {
    const tool = fakeTool("wipe", {
      flag,
      act: () => {
        throw new Error("The executor ran.");
      },
    });
    const { world, chat } = await proposed(tool, { policy: toolApprovalPolicy.denyAll() });
    expect(tool.ran).toEqual([]);
    expect(await world.approvals(chat)).toEqual([]);
    expect(world.lastPrompt()).toContain("Tool execution denied by policy");
    expect(world.errors).toEqual([]);
  }
});

test("S1.8, S1.13: a custom policy is asked again at each call of every round", async () => {
  const judged: unknown[] = [];
  const policy = toolApprovalPolicy.custom(({ arguments: args }) => {
    judged.push(args);
    return judged.length === 2;
  });
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool], policy });
  const chat = await world.begin([1, 2, 3].map((disk) => ({ calls: [{ name: "wipe", args: { disk } }] })));
  expect(tool.ran).toHaveLength(1);
  expect(await world.open(chat)).toHaveLength(1);
  await world.settle(chat, "accept");
  expect(tool.ran).toHaveLength(3);
  // The accepted one is judged once more when it starts.
  expect(judged).toEqual([{ disk: 1 }, { disk: 2 }, { disk: 2 }, { disk: 3 }]);
});

test("a policy that was tightened while the card was open refuses the accepted call", async () => {
  const tool = fakeTool("wipe");
  const { world, chat } = await proposed(tool);
  world.process.gate.policy = toolApprovalPolicy.denyAll();
  await world.settle(chat, "accept");
  expect(tool.ran).toEqual([]);
  expect(world.lastPrompt()).toContain("denied by policy");
});

test("S3.4: a policy that fails asks a person, and its failure is told to the log", async () => {
  const tool = fakeTool("wipe");
  const policy = toolApprovalPolicy.custom(() => {
    throw new Error("no rules today");
  });
  const { world, chat } = await proposed(tool, { policy });
  expect(await world.open(chat)).toHaveLength(1);
  expect(world.errors.map(({ message }) => message)).toEqual(["policy.failed"]);
});

test("S1.19: arguments that do not fit the schema are refused before anybody is asked", async () => {
  const tool = fakeTool("wipe", { inputSchema: { type: "object", properties: { disk: { type: "number" } } } });
  const { world, chat } = await proposed(tool);
  expect(await world.approvals(chat)).toEqual([]);
  expect(world.lastPrompt()).toContain("do not fit the tool's schema");
});

test("S0.20, S0.21, row 22: answers in any order; results and history keep the model's order", async () => {
  const tools = ["a", "b", "c", "d"].map((name) => fakeTool(name, { act: () => said(`result of ${name}`) }));
  const free = fakeTool("free", { flag: "never", act: () => said("result of free") });
  const world = await gateWorld({ tools: [...tools, free] });
  const names = ["a", "b", "free", "c", "d"];
  const chat = await world.begin({ calls: names.map((name) => ({ name, id: name })) });
  // The one that nobody is asked about runs at once.
  await until(() => free.ran.length === 1, "the free call");
  for (const [name, action] of [
    ["d", "accept"],
    ["b", "decline"],
    ["c", "accept"],
  ] as const) {
    const target = { chatId: chat, toolCallId: name };
    await world.decide({ person: world.person, target, action, via: "chat" });
    if (action === "accept")
      await until(() => tools.some((tool) => tool.name === name && tool.ran.length === 1), `${name} to run`);
  }
  // The next step of the model waits for all.
  expect(world.model.requests).toHaveLength(1);
  await world.settle(chat, "accept");
  const results = world.model.requests.at(-1)?.prompt.filter(({ role }) => role === "tool") ?? [];
  const ids = results.flatMap(({ content }) =>
    (content as { toolCallId: string }[]).map(({ toolCallId }) => toolCallId),
  );
  expect(ids).toEqual(names);
  const parts = (await world.message(chat)).parts.flatMap((part) => (part.type === "dynamic-tool" ? [part] : []));
  expect(parts.map(({ toolName, state }) => [toolName, state])).toEqual([
    ["a", "output-available"],
    ["b", "output-denied"],
    ["free", "output-available"],
    ["c", "output-available"],
    ["d", "output-available"],
  ]);
});

test("E13, I4: a tool that throws, or says that nothing is known, is unknown and never run again", async () => {
  for (const act of [
    () => {
      throw new Error("socket hang up");
    },
    () => ({ kind: "unknown" as const, message: "socket hang up" }),
  ]) {
    const tool = fakeTool("wipe", { act });
    const { world, chat } = await proposed(tool);
    await world.settle(chat, "accept");
    expect(tool.ran).toHaveLength(1);
    expect((await world.calls(chat)).map(({ state }) => state)).toEqual(["unknown"]);
    expect(world.lastPrompt()).toContain("It is unknown whether this tool call took effect");
    expect(world.lastPrompt()).toContain("socket hang up");
  }
});

test("a call that never reached its server failed, and the model is told that it was not run", async () => {
  const tool = fakeTool("wipe", { act: () => ({ kind: "not-sent", message: "connection refused" }) });
  const { world, chat } = await proposed(tool);
  await world.settle(chat, "accept");
  expect((await world.calls(chat)).map(({ state }) => state)).toEqual(["failed"]);
  expect(world.lastPrompt()).toContain("was not run: the request never reached its server");
});

test("G8: a call that the store lets get nowhere fails its run instead of going round for ever", async () => {
  const tool = fakeTool("wipe");
  const { world, chat } = await proposed(tool);
  await breakUpdates(world.store, { table: "approvals", when: "old.status = 'accepted'", by: "ignoring" });
  await world.settle(chat, "accept");
  expect(tool.ran).toEqual([]);
  expect((await world.runs(chat)).map(({ status }) => status)).toEqual(["failed"]);
  expect((await world.calls(chat)).map(({ state }) => state)).toEqual(["refused"]);
});

test("S4.17: progress of a running tool is shown to whoever watches", async () => {
  const tool = fakeTool("wipe", {
    flag: "never",
    act: ({ onProgress }) => {
      onProgress({ progress: 1, total: 4, message: "a quarter" });
      return said("ok");
    },
  });
  const world = await gateWorld({ tools: [tool] });
  world.tell("go", [{ calls: [call] }]);
  const outcome = await world.post("chat", "go");
  if (!("stream" in outcome)) throw new Error("Queued.");
  const chunks = await Array.fromAsync(outcome.stream as unknown as AsyncIterable<{ type: string }>);
  expect(chunks).toContainEqual({
    type: "data-progress",
    id: "call_1",
    data: { toolCallId: "call_1", progress: 1, total: 4, message: "a quarter" },
  });
});
