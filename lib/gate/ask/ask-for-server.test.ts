import { expect, test } from "vitest";
import { fakeTool, said, type FakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, until, type GateWorld } from "#e2e/support/gate-world.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import type { ElicitationRequest, ToolOutcome } from "#lib/gate/contract/tool.ts";

const sure = question("Are you sure?", { confirm: { type: "boolean", title: "Confirm" } });
const when = question("When?", { day: { type: "string", minLength: 3 } });

function question(message: string, properties: object): ElicitationRequest {
  const requestedSchema = { type: "object", properties, required: Object.keys(properties) };
  return { mode: "form", message, requestedSchema, url: null };
}

function rounds(...asks: Record<string, ElicitationRequest>[]): FakeTool {
  const tool: FakeTool = fakeTool("book", {
    flag: "never",
    act: (): ToolOutcome => {
      const requests = asks[tool.ran.length - 1];
      const requestState = `state-${tool.ran.length}`;
      return requests ? { kind: "input-required", requests, requestState } : said("booked");
    },
  });
  return tool;
}

async function started(tool: FakeTool): Promise<{ world: GateWorld; chat: string }> {
  const world = await gateWorld({ tools: [tool] });
  return { world, chat: await world.begin({ calls: [{ name: "book", args: { table: 4 } }] }) };
}

test("M5: each round's answers go back under their keys with the server's state, whatever the answers are", async () => {
  const tool = rounds({ a: sure, b: when }, { c: when });
  const { world, chat } = await started(tool);
  expect((await world.open(chat)).map(({ request_key }) => request_key)).toEqual(["1:a", "1:b"]);
  const [a, b] = await world.open(chat);
  await world.answer(a?.id ?? "", "accept", { content: { confirm: true } });
  // One question is still open: nothing is carried back yet, and the run still only waits.
  await world.idle(chat);
  expect(tool.ran).toHaveLength(1);
  await world.answer(b?.id ?? "", "decline");
  await until(async () => (await world.open(chat)).length === 1, "the second round");
  await world.settle(chat, "cancel");
  expect(tool.ran.map(({ resumption }) => resumption)).toEqual([
    null,
    {
      inputResponses: { a: { action: "accept", content: { confirm: true } }, b: { action: "decline" } },
      requestState: "state-1",
    },
    { inputResponses: { c: { action: "cancel" } }, requestState: "state-2" },
  ]);
  expect(new Set(tool.ran.map(({ callId, digest }) => `${callId} ${digest}`)).size).toBe(1);
  expect((await world.calls(chat)).map(({ state }) => state)).toEqual(["done"]);
  expect((await world.audit(chat)).filter(({ kind }) => kind === "call-cleared")).toMatchObject([
    { by: "policy" },
    { by: "server-question" },
    { by: "server-question" },
  ]);
  expect(JSON.stringify(await world.detail(chat))).not.toContain("state-1");
  expect(world.errors).toEqual([]);
});

test("M5: the questions of one round keep their order, on cards and in lists", async () => {
  const keys = Array.from("kfbhdajcgie");
  const asks = keys.map((key): [string, ElicitationRequest] => [key, question(`Question ${key}`, {})]);
  const { world, chat } = await started(rounds(Object.fromEntries(asks)));
  expect((await world.open(chat)).map(({ request_key }) => request_key)).toEqual(keys.map((key) => `1:${key}`));
  const cards = (await world.message(chat)).parts.filter((part) => part.type === "data-approval");
  expect(cards.map(({ data }) => data.subject)).toMatchObject(keys.map((key) => ({ message: `Question ${key}` })));
});

test("a round of questions outlives a crash between two answers", async () => {
  const tool = rounds({ a: sure, b: when });
  const { world, chat } = await started(tool);
  await world.answer(chat, "accept", { content: { confirm: true } });
  await world.crash();
  expect(await world.open(chat)).toHaveLength(1);
  await world.settle(chat, "accept", { content: { day: "Friday" } });
  expect(tool.ran.at(-1)?.resumption?.inputResponses).toEqual({
    a: { action: "accept", content: { confirm: true } },
    b: { action: "accept", content: { day: "Friday" } },
  });
  expect((await world.calls(chat)).map(({ state }) => state)).toEqual(["done"]);
});

test("content that does not fit the form is refused by field, and the question stays open", async () => {
  const { world, chat } = await started(rounds({ b: when }));
  for (const content of [{}, { day: "Fr" }, { day: 5 }, { day: "Friday", more: 1 }, undefined])
    expect(await world.answer(chat, "accept", { content }), JSON.stringify(content)).toMatchObject({
      refused: "unfit",
      fields: [expect.anything()],
    });
  expect(await world.answer(chat, "accept", { arguments: { day: "Friday" } })).toMatchObject({ refused: "unfit" });
  expect(await world.open(chat)).toHaveLength(1);
});

test("E19: so is content that fits the fields but not the schema as it was sent", async () => {
  const properties = { from: { type: "integer", enum: [1, 2, 3], minimum: 2 }, to: { type: "integer" } };
  const requestedSchema = { type: "object", properties, dependentRequired: { from: ["to"] } };
  const tool = rounds({ a: { mode: "form", message: "Which?", requestedSchema, url: null } });
  const { world, chat } = await started(tool);
  expect(await world.answer(chat, "accept", { content: { from: 1, to: 4 } })).toMatchObject({
    refused: "unfit",
    fields: [{ path: "from" }],
  });
  expect(await world.answer(chat, "accept", { content: { from: 2 } })).toMatchObject({ refused: "unfit" });
  await world.settle(chat, "accept", { content: { from: 2, to: 4 } });
  expect(tool.ran.at(-1)?.resumption?.inputResponses).toEqual({ a: { action: "accept", content: { from: 2, to: 4 } } });
});

test("a form that must not be shown can only be turned down", async () => {
  const tool = rounds({ a: question("Log in", { password: { type: "string" } }) });
  const { world, chat } = await started(tool);
  expect(await world.answer(chat, "accept", { content: { password: "x" } })).toMatchObject({ refused: "unfit" });
  await world.settle(chat, "decline");
  expect(tool.ran.at(-1)?.resumption?.inputResponses).toEqual({ a: { action: "decline" } });
});

const page = (url: string): ElicitationRequest => ({ mode: "url", message: "Sign in.", requestedSchema: null, url });

/** The latest card of a chat. */
async function lastCard(world: GateWorld, chat: string) {
  const cards = (await world.message(chat)).parts.filter((part) => part.type === "data-approval");
  return cards.at(-1)?.data;
}

test("M4: a yes to a link goes back without content, and the same link again asks whether one is done there", async () => {
  const tool = rounds(
    { a: page("https://a.example/") },
    { a: page("https://a.example/"), b: page("https://b.example/") },
  );
  const { world, chat } = await started(tool);
  expect((await lastCard(world, chat))?.subject).toEqual({
    kind: "link",
    message: "Sign in.",
    url: "https://a.example/",
  });
  await world.answer(chat, "accept");
  await until(async () => (await world.open(chat)).length === 2, "the second round");
  const subjects = (await world.open(chat)).map(({ subject_json }) => JSON.parse(subject_json).subject);
  expect(subjects.map(({ url, again }) => [url, again])).toEqual([
    ["https://a.example/", true],
    ["https://b.example/", undefined],
  ]);
  for (const { id } of await world.open(chat)) await world.answer(id, "accept");
  await world.idle(chat);
  expect(tool.ran.map(({ resumption }) => resumption?.inputResponses)).toEqual([
    undefined,
    { a: { action: "accept" } },
    { a: { action: "accept" }, b: { action: "accept" } },
  ]);
  expect((await world.calls(chat)).map(({ state }) => state)).toEqual(["done"]);
});

test("C10, M4: a link that must not be opened can only be turned down", async () => {
  for (const url of ["javascript:alert(1)", "http://a.example/", "https://bank@evil.example/", "", "half \ud83d"]) {
    const tool = rounds({ a: page(url) });
    const { world, chat } = await started(tool);
    expect(await world.answer(chat, "accept"), url).toMatchObject({ refused: "unfit" });
    await world.settle(chat, "decline");
    expect(tool.ran.at(-1)?.resumption?.inputResponses).toEqual({ a: { action: "decline" } });
  }
});

/** A tool of 2025-11-25 that does not begin before a page was opened. */
function linkFirst(): FakeTool {
  const tool: FakeTool = fakeTool("book", {
    flag: "never",
    act: (): ToolOutcome =>
      tool.ran.length === 1 ? { kind: "links-first", requests: { 0: page("https://a.example/") } } : said("booked"),
  });
  return tool;
}

test("M4, I2: once the page was opened the same call is sent again, also after a crash", async () => {
  for (const crashed of [false, true]) {
    const tool = linkFirst();
    const { world, chat } = await started(tool);
    if (crashed) await world.crash();
    await world.settle(chat, "accept");
    expect(tool.ran.map(({ arguments: args, resumption }) => [args, resumption])).toEqual([
      [{ table: 4 }, null],
      [{ table: 4 }, { inputResponses: {}, requestState: null }],
    ]);
    expect((await world.calls(chat)).map(({ state }) => state)).toEqual(["done"]);
  }
});

test("M4, S0.34: a page that nobody opens ends the call, and its server hears nothing more", async () => {
  for (const [action, words] of [
    ["decline", "the user declined to"],
    ["cancel", "the user dismissed the question"],
    ["expire", "timed out"],
  ] as const) {
    const tool = linkFirst();
    const { world, chat } = await started(tool);
    if (action === "expire") {
      await world.advance(300_000);
      await world.process.sweep();
      await world.idle(chat);
    } else await world.settle(chat, action);
    expect(tool.ran).toHaveLength(1);
    expect((await world.calls(chat)).map(({ state }) => state)).toEqual(["refused"]);
    expect(world.lastPrompt()).toContain(words);
    expect(world.lastPrompt()).toContain("not carried out");
    expect((await lastCard(world, chat))?.callState).toBe("refused");
    expect(world.errors).toEqual([]);
  }
});

test("a server's question that nobody answers in time goes back as a cancel", async () => {
  const tool = rounds({ a: sure });
  const { world, chat } = await started(tool);
  await world.advance(300_000);
  await world.process.sweep();
  await world.idle(chat);
  expect(tool.ran.at(-1)?.resumption?.inputResponses).toEqual({ a: { action: "cancel" } });
});

test("row 20 aside: an approved call that waits for its server for long stays approved", async () => {
  const tool = rounds({ a: sure });
  tool.flag = "always";
  tool.timeoutMs = 3_600_000;
  const { world, chat } = await started(tool);
  await world.answer(chat, "accept");
  await until(async () => (await world.open(chat)).some(({ kind }) => kind === "form"), "the question");
  await world.advance(1_800_000);
  await world.process.sweep();
  expect((await world.approvals(chat)).map(({ status }) => status)).toEqual(["accepted", "pending"]);
  await world.settle(chat, "accept", { content: { confirm: true } });
  expect(tool.ran).toHaveLength(2);
});

test("Stop while a started call waits for an answer to its server leaves it unknown, not refused", async () => {
  for (const crashed of [false, true]) {
    const { world, chat } = await started(rounds({ a: sure }));
    if (crashed) await world.crash();
    await world.process.chats.stop(world.person.id, chat);
    const [call] = await world.calls(chat);
    expect(call?.state).toBe("unknown");
    expect(call?.result_json).not.toContain("was not run");
    expect((await world.audit(chat)).at(-1)).toMatchObject({ kind: "call-unknown" });
    expect((await world.message(chat)).parts.find(({ type }) => type === "dynamic-tool")).toMatchObject({
      state: "output-error",
    });
  }
});

test("S1.7: a policy that refuses everything meanwhile also ends a call that its server interrupted", async () => {
  const tool = rounds({ a: sure });
  const { world, chat } = await started(tool);
  world.process.gate.policy = toolApprovalPolicy.denyAll();
  await world.settle(chat, "accept", { content: { confirm: true } });
  expect(tool.ran).toHaveLength(1);
  const [call] = await world.calls(chat);
  expect(call?.state).toBe("unknown");
  expect(world.lastPrompt()).toContain("a policy refuses it");
});

test("C13, D5: a server's questions count among those that one answer may ask", async () => {
  let asked = 0;
  const tool: FakeTool = fakeTool("book", {
    flag: "never",
    act: () => ({ kind: "input-required", requests: { [`q${(asked += 1)}`]: sure }, requestState: null }),
  });
  const world = await gateWorld({ tools: [tool], limits: { asksPerRun: 3 } });
  const chat = await world.begin({ calls: [{ name: "book" }] });
  for (let answer = 0; answer < 3; answer += 1) {
    await until(async () => (await world.open(chat)).length === 1, `question ${answer + 1}`);
    await world.answer(chat, "accept", { content: { confirm: true } });
  }
  await world.idle(chat);
  expect(await world.approvals(chat)).toHaveLength(3);
  expect((await world.calls(chat)).map(({ state }) => state)).toEqual(["unknown"]);
  expect(world.lastPrompt()).toContain("more questions than one answer may ask");
});

test("S4.5: who answered a form sees what they sent, and after a crash still; a plain yes has nothing to show", async () => {
  const { world, chat } = await started(rounds({ a: sure, b: when }));
  const [a, b] = await world.open(chat);
  await world.answer(a?.id ?? "", "accept", { content: { confirm: true } });
  await world.answer(b?.id ?? "", "accept", { content: { day: "Friday" } });
  await world.idle(chat);
  await world.crash();
  const shown = (await world.message(chat)).parts.flatMap((part) => (part.type === "data-approval" ? [part.data] : []));
  const contentOf = (id?: string) => shown.find(({ approvalId }) => approvalId === id)?.decision?.content;
  expect([a, b].map((question) => contentOf(question?.id))).toEqual([undefined, { day: "Friday" }]);
});
