import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { convertToModelMessages, dynamicTool, jsonSchema, streamText, toUIMessageStream } from "ai";
import { describe, expect, onTestFinished, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { modelEndpoint } from "#e2e/support/model-endpoint.ts";
import type { Answer, Step } from "#e2e/support/model-script.ts";
import type { ChatChunk, ChatMessage } from "#lib/chat/chat-message.ts";
import { partMetadata } from "#lib/agent/stream/part-metadata.ts";
import { demoModel } from "#lib/models/demo/demo-model.ts";
import { models } from "#lib/models/models.ts";
import { parseModelSettings } from "#lib/models/settings.ts";
import { modelStep } from "./model-step.ts";
import { ToolCallIds } from "./tool-call-ids.ts";

// The real libraries of the models, and a server that speaks their APIs. What the AI SDK makes of the same streams is
// what its clients expect.

const apis = ["chat", "responses"] as const;

async function scripted(api: string, ...script: Step[]) {
  const endpoint = await modelEndpoint({ script });
  onTestFinished(() => endpoint.close());
  const variables = {
    MODEL: "openai:gpt-5-mini",
    OPENAI_API_KEY: "sk",
    OPENAI_BASE_URL: endpoint.url,
    OPENAI_API: api,
  };
  return { endpoint, model: modelOf(variables) };
}

function modelOf(variables: Record<string, string>) {
  const parsed = parseModelSettings(variables);
  if ("problem" in parsed) throw new Error(parsed.problem);
  return models(parsed.settings).get(null, "p1").model;
}

const wipe = (disk: string, id: string) => ({ call: "wipe", arguments: { disk }, id });

const go: ChatMessage = { id: "q", role: "user", parts: [{ type: "text", text: "go" }] };

/** Every part of a model's stream, as its library makes it. */
async function recorded(model: ReturnType<typeof modelOf>): Promise<LanguageModelV4StreamPart[]> {
  const parts: LanguageModelV4StreamPart[] = [];
  const prompt: LanguageModelV4CallOptions["prompt"] = [
    { role: "user", content: [{ type: "text", text: "wipe disk a" }] },
  ];
  const { stream } = await model.doStream({ prompt });
  for (let reader = stream.getReader(), next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
  }
  return parts;
}

/** What a step writes and sends, and what the AI SDK makes of the same. */
async function both(parts: LanguageModelV4StreamPart[], history: ChatMessage[] = [go], theirHistory = history) {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const asked: LanguageModelV4CallOptions[] = [];
  world.model.doStream = async (options) => {
    asked.push(options);
    const stream = new ReadableStream<LanguageModelV4StreamPart>({
      start: (controller) => {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      },
    });
    return { stream };
  };
  const ours: ChatChunk[] = [];
  const outcome = await modelStep(world.process.agent, {
    run: { id: "r", chat_id: "c", person_id: world.person.id },
    modelKey: "told",
    instructions: "",
    history,
    tools: new Map([["wipe", tool]]),
    hidden: new Set(),
    conclude: false,
    ids: new ToolCallIds([]),
    signal: new AbortController().signal,
    write: (chunk) => ours.push(chunk),
  });
  const { title, description, inputSchema } = tool;
  const metadata = partMetadata(tool);
  const tools = { wipe: dynamicTool({ title, description, inputSchema: jsonSchema(inputSchema), metadata }) };
  const messages = await convertToModelMessages(theirHistory, { ignoreIncompleteToolCalls: true });
  const result = streamText({ model: world.model, messages, tools, onError: () => {} });
  const theirs: unknown[] = [];
  const stream = toUIMessageStream({ stream: result.stream, tools, sendStart: false, sendFinish: false });
  for await (const chunk of stream) if (!["finish-step", "error"].includes(chunk.type)) theirs.push(chunk);
  return { ours, theirs, outcome, finish: { reason: await result.finishReason, usage: await result.usage }, asked };
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const answers: { [name: string]: Answer } = {
  "text and reasoning": [{ reasoning: "Let me " }, { reasoning: "think." }, "Here ", "you ", "are."],
  "text and calls": ["First.", wipe("a", "a"), wipe("b", "b")],
  "a call without arguments": [{ call: "wipe", arguments: "" }],
};

describe.each(apis)("the %s API", (api) => {
  test.each(Object.entries(answers))("%s: clients see what the AI SDK would show them", async (_, answer) => {
    const { model } = await scripted(api, answer);
    const { ours, theirs, outcome, finish } = await both(await recorded(model));
    expect(plain(ours)).toEqual(plain(theirs));
    expect([outcome.finishReason, outcome.error, finish.usage.totalTokens]).toEqual([finish.reason, null, 18]);
  });
});

test("the demo model: clients see what the AI SDK would show them", async () => {
  const { ours, theirs, outcome, finish } = await both(await recorded(demoModel({ msPerWord: 0 })));
  expect(ours.some(({ type }) => type === "text-delta")).toBe(true);
  expect(plain(ours)).toEqual(plain(theirs));
  expect(outcome.finishReason).toBe(finish.reason);
});

test("what a provider gives beside words, and files, arrive and go back to it as the AI SDK would send them", async () => {
  const openai = (itemId: string) => ({ providerMetadata: { openai: { itemId } } });
  const parts: LanguageModelV4StreamPart[] = [
    { type: "stream-start", warnings: [] },
    { type: "reasoning-start", id: "r", ...openai("r0") },
    { type: "reasoning-delta", id: "r", delta: "Hm", ...openai("r1") },
    { type: "reasoning-delta", id: "r", delta: "m.", ...openai("r2") },
    { type: "reasoning-end", id: "r", ...openai("r3") },
    { type: "text-start", id: "t", ...openai("t0") },
    { type: "text-delta", id: "t", delta: "" },
    { type: "text-delta", id: "t", delta: "So." },
    { type: "text-end", id: "t" },
    { type: "file", mediaType: "image/png", data: { type: "data", data: "aGk=" } },
    { type: "file", mediaType: "image/png", data: { type: "data", data: new Uint8Array([104, 105]) } },
    { type: "source", sourceType: "url", id: "s", url: "https://example.com/" },
    { type: "custom", kind: "openai.compaction", ...openai("c") },
    { type: "tool-call", toolCallId: "a", toolName: "wipe", input: '{"disk":"a"}', ...openai("k") },
    {
      type: "finish",
      finishReason: { unified: "tool-calls", raw: undefined },
      usage: {
        inputTokens: { total: 3, noCache: 3, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: undefined, text: undefined, reasoning: undefined },
      },
    },
  ];
  const metadata = (itemId: string) => ({ openai: { itemId } });
  const call = { type: "dynamic-tool" as const, toolName: "wipe", input: { disk: "a" } };
  const answer = (came: (text: string) => unknown): ChatMessage => ({
    id: "a",
    role: "assistant",
    parts: [
      { type: "step-start" },
      { type: "reasoning", text: "Hmm.", providerMetadata: metadata("r") },
      { type: "text", text: "" },
      { type: "text", text: "So.", providerMetadata: metadata("t") },
      { type: "file", mediaType: "image/png", url: "data:image/png;base64,aGk=" },
      { type: "file", mediaType: "image/png", url: "https://example.com/a.png" },
      { type: "custom", kind: "openai.compaction", providerMetadata: metadata("c") },
      {
        ...call,
        toolCallId: "a",
        state: "output-available",
        output: came("gone"),
        callProviderMetadata: metadata("k"),
      },
      { ...call, toolCallId: "b", state: "output-available", output: came("no") },
      { ...call, toolCallId: "c", state: "input-available" },
      { type: "step-start" },
      { type: "text", text: "Done." },
    ],
  });
  const ourAnswer = answer((text) => ({
    content: [{ type: "text", text }],
    structuredContent: null,
    isError: false,
    remark: null,
  }));
  const theirAnswer = answer((text) => text);
  const again = { ...go, id: "q2" };
  const { ours, theirs, asked, outcome } = await both(parts, [go, ourAnswer, again], [go, theirAnswer, again]);
  expect(plain(ours)).toEqual(plain(theirs));
  // Joined, they say what the last one said.
  expect(outcome.chunks).toContainEqual({ type: "reasoning-delta", id: "r", delta: "Hmm.", ...openai("r2") });
  const [mine, sdk] = asked;
  expect(plain(mine?.prompt.slice(1))).toEqual(plain(sdk?.prompt));
  expect([plain(mine?.tools), mine?.toolChoice]).toEqual([plain(sdk?.tools), sdk?.toolChoice]);
});

/** A world whose model is the real library and a server that follows the script. */
async function worldOf(api: string, ...script: Step[]) {
  const { endpoint, model } = await scripted(api, ...script);
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  world.model.doStream = (options) => model.doStream(options);
  await world.post("chat", "go");
  return { endpoint, world, tool };
}

describe.each(apis)("a chat through the %s API", (api) => {
  test("S0.20: approved calls run, and their results reach the model in order", async () => {
    const { endpoint, world, tool } = await worldOf(
      api,
      ["First.", wipe("a", "call_a"), wipe("b", "call_b")],
      ["Done."],
    );
    await world.idle("chat");
    expect(tool.ran).toEqual([]);
    for (const toolCallId of ["call_b", "call_a"]) {
      await world.decide({
        person: world.person,
        target: { chatId: "chat", toolCallId },
        action: "accept",
        via: "chat",
      });
    }
    await world.idle("chat");
    expect(tool.ran.map(({ arguments: { disk } }) => String(disk)).toSorted()).toEqual(["a", "b"]);
    expect(endpoint.requests[1]?.toolResults.map(({ id }) => id)).toEqual(["call_a", "call_b"]);
    // Its provider keeps nothing, so it can follow no reference to what came before.
    expect(JSON.stringify(endpoint.requests[1]?.body)).not.toContain("item_reference");
    expect((await world.message("chat")).parts.at(-1)).toMatchObject({ type: "text", text: "Done." });
  });

  test.each([
    { call: "wipe", arguments: '{"disk": "rm' },
    { call: "fly", arguments: {} },
  ])("E7: %j runs nothing and is told to the model", async (call) => {
    const { endpoint, world, tool } = await worldOf(api, [call], ["Sorry."]);
    await world.idle("chat");
    expect([tool.ran, await world.calls("chat")]).toEqual([[], []]);
    expect(endpoint.requests[1]?.toolResults[0]?.text).toContain("Nothing was run");
    expect((await world.message("chat")).parts.at(-1)).toMatchObject({ type: "text", text: "Sorry." });
  });

  test("a connection that breaks in the middle of an answer is an error, and what was said stays", async () => {
    const { endpoint, world } = await worldOf(api, ["Half a ", { gate: "half" }, { cut: true }]);
    await expect.poll(async () => JSON.stringify(await world.message("chat"))).toContain("Half a ");
    endpoint.open("half");
    await world.idle("chat");
    const { parts } = await world.message("chat");
    expect(parts).toMatchObject([
      { type: "step-start" },
      { type: "text", text: "Half a ", state: "done" },
      { type: "data-notice", data: { text: expect.stringContaining("broke off") } },
    ]);
    expect((await world.runs("chat")).map(({ status }) => status)).toEqual(["failed"]);
  });

  test("a model that hangs ends when the run is stopped, and what was said stays", async () => {
    const { world } = await worldOf(api, ["Wait ", { hang: true }]);
    await expect.poll(async () => JSON.stringify(await world.message("chat"))).toContain("Wait ");
    await world.process.chats.stop(world.person.id, "chat");
    await world.idle("chat");
    expect((await world.message("chat")).parts[1]).toMatchObject({ type: "text", text: "Wait ", state: "done" });
  });
});
