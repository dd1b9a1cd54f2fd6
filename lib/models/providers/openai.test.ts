import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent } from "undici";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { listeningAt } from "#e2e/support/listening.ts";
import { type ModelEndpoint, modelEndpoint } from "#e2e/support/model-endpoint.ts";
import type { Step } from "#e2e/support/model-script.ts";
import { describeModelError } from "#lib/models/model-error.ts";
import { models } from "#lib/models/models.ts";
import { parseModelSettings } from "#lib/models/settings.ts";

const apis = ["chat", "responses"] as const;
const open: ModelEndpoint[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  for (const endpoint of open.splice(0)) await endpoint.close();
});

async function scripted(...script: Step[]): Promise<ModelEndpoint> {
  const endpoint = await modelEndpoint({ script });
  open.push(endpoint);
  return endpoint;
}

function modelAt(url: string, api: string, key = "sk-canary") {
  const parsed = parseModelSettings({
    MODEL: "openai:gpt-5-mini",
    OPENAI_API_KEY: key,
    OPENAI_BASE_URL: url,
    OPENAI_API: api,
  });
  if ("problem" in parsed) throw new Error(parsed.problem);
  return models(parsed.settings).get(null, "p1").model;
}

const tool = {
  type: "function" as const,
  name: "workspace__run_command",
  description: "Runs a command.",
  inputSchema: { type: "object" as const, properties: { command: { type: "string" as const } }, required: ["command"] },
};

const prompt: LanguageModelV4CallOptions["prompt"] = [{ role: "user", content: [{ type: "text", text: "go" }] }];

/** Asks once, as a step of the app does. */
async function run(model: ReturnType<typeof modelAt>, asked = prompt) {
  const errors: unknown[] = [];
  let text = "";
  let reasoning = "";
  try {
    const { stream } = await model.doStream({ prompt: asked, tools: [tool], toolChoice: { type: "auto" } });
    const reader = stream.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (next.value.type === "text-delta") text += next.value.delta;
      if (next.value.type === "reasoning-delta") reasoning += next.value.delta;
    }
  } catch (error) {
    errors.push(error);
  }
  return { text, reasoning, errors };
}

describe.each(apis)("a compatible server through the %s API", (api) => {
  test("text streams in, and the request carries key, model, tools and the person's words", async () => {
    const endpoint = await scripted(["Hel", "lo"]);
    const { text, errors } = await run(modelAt(endpoint.url, api));
    expect([text, errors]).toEqual(["Hello", []]);
    expect(endpoint.requests[0]).toMatchObject({
      api,
      model: "gpt-5-mini",
      authorization: "Bearer sk-canary",
      user: "go",
      tools: ["workspace__run_command"],
    });
  });

  test.each([
    [{ status: 401 }, /did not accept the key/],
    [{ status: 404 }, /does not know the model "gpt-5-mini"/],
    [{ status: 429, retryAfterSeconds: 7 }, /in 7 seconds/],
    [{ status: 500 }, /a problem of its own \(500\)/],
    [{ status: 400, message: "Bad key sk-canary" }, /\(400\): Bad key •••/],
    [{ status: 400, code: "context_length_exceeded" }, /too long/],
  ])("%j becomes a sentence without the key (H3)", async (failure, words) => {
    const endpoint = await scripted(failure);
    const { errors } = await run(modelAt(endpoint.url, api));
    const { text } = describeModelError(errors[0], ["sk-canary"]);
    expect(text).toMatch(words);
    expect(text).not.toContain("canary");
  });

  test("a dead endpoint is named with host and port", async () => {
    const { url } = await scripted();
    await open.pop()?.close();
    const { errors } = await run(modelAt(url, api));
    expect(describeModelError(errors[0]).text).toContain(`Nothing answers at ${new URL(url).host}`);
  });

  test("a connection that breaks before the answer begins is an error", async () => {
    const endpoint = await scripted([{ cut: true }]);
    const { errors } = await run(modelAt(endpoint.url, api));
    expect(describeModelError(errors[0]).text).toMatch(/broke off/);
  });

  test("an answer that is not streamed works too", async () => {
    const endpoint = await scripted(["A title"]);
    const { content } = await modelAt(endpoint.url, api).doGenerate({ prompt });
    expect(content).toMatchObject([{ type: "text", text: "A title" }]);
  });

  test("what is missing in the settings is not taken from the environment", async () => {
    const endpoint = await scripted(["Hello"]);
    vi.stubEnv("OPENAI_API_KEY", "sk-environment");
    vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1");
    await run(modelAt(endpoint.url, api, ""));
    expect(endpoint.requests[0]?.authorization).toBe(api === "chat" ? null : "Bearer not-needed");
  });
});

const picture = { type: "file" as const, mediaType: "image/png", data: { type: "data" as const, data: "AAAA" } };
const seen: LanguageModelV4CallOptions["prompt"] = [
  ...prompt,
  { role: "assistant", content: [{ type: "tool-call", toolCallId: "c1", toolName: "look", input: {} }] },
  {
    role: "tool",
    content: [
      {
        type: "tool-result",
        toolCallId: "c1",
        toolName: "look",
        output: { type: "content", value: [{ type: "text", text: "Took it." }, picture] },
      },
    ],
  },
];

test("S0.70: a picture of a result goes out as a picture, beside the result where it has no room in it", async () => {
  const endpoint = await scripted(["One."], ["Two."]);
  await run(modelAt(endpoint.url, "responses"), seen);
  await run(modelAt(endpoint.url, "chat"), seen);
  const [responses = {}, chat = {}] = endpoint.requests.map(({ body }) => body);
  const url = "data:image/png;base64,AAAA";
  expect((responses["input"] as unknown[]).at(-1)).toMatchObject({
    type: "function_call_output",
    output: [
      { type: "input_text", text: "Took it." },
      { type: "input_image", image_url: url },
    ],
  });
  expect((chat["messages"] as unknown[]).slice(-2)).toMatchObject([
    { role: "tool", content: "Took it." },
    {
      role: "user",
      content: [
        { type: "text", text: expect.stringContaining("No person says this") },
        { type: "image_url", image_url: { url } },
      ],
    },
  ]);
});

describe("the responses API", () => {
  test("reasoning is shown", async () => {
    const endpoint = await scripted([{ reasoning: "Let me " }, { reasoning: "think." }, "Yes."]);
    const { text, reasoning } = await run(modelAt(endpoint.url, "responses"));
    expect([reasoning, text]).toEqual(["Let me think.", "Yes."]);
  });

  test("the provider is asked to keep nothing", async () => {
    const endpoint = await scripted(["One."]);
    await run(modelAt(endpoint.url, "responses"));
    expect(endpoint.requests[0]?.body).toMatchObject({ store: false });
  });
});

test("the chat-completions API is sent no field that a compatible server may not know", async () => {
  const endpoint = await scripted(["One."]);
  await run(modelAt(endpoint.url, "chat"));
  expect(Object.keys(endpoint.requests[0]?.body ?? {}).toSorted()).toEqual([
    "messages",
    "model",
    "stream",
    "stream_options",
    "tool_choice",
    "tools",
  ]);
});

test("without OPENAI_BASE_URL in the settings it is OpenAI that is asked, whatever the environment says", async () => {
  vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1");
  const at = await listeningAt(createServer((_, response) => void response.writeHead(401).end("{}")));
  const asked: string[] = [];
  const { dispatch } = Agent.prototype;
  vi.spyOn(Agent.prototype, "dispatch").mockImplementation(function (this: Agent, options, handler) {
    asked.push(`${options.origin?.toString()}${options.path}`);
    return dispatch.call(this, { ...options, origin: at }, handler);
  });
  const parsed = parseModelSettings({ OPENAI_API_KEY: "sk-canary" });
  if ("problem" in parsed) throw new Error(parsed.problem);
  const { errors } = await run(models(parsed.settings).get(null, "p1").model);
  expect(asked).toEqual(["https://api.openai.com/v1/responses"]);
  expect(describeModelError(errors[0]).text).toMatch(/did not accept the key/);
});

test("the picker shows every model, the first is the default, and an unknown key falls back to it", () => {
  const parsed = parseModelSettings({ MODEL: "openai:gpt-5,demo", OPENAI_API_KEY: "sk-canary" });
  if ("problem" in parsed) throw new Error(parsed.problem);
  const { choicesFor, get, describeError } = models(parsed.settings);
  expect(choicesFor("p1")).toEqual([
    { key: "openai:gpt-5", label: "gpt-5 (OpenAI)", demo: false },
    { key: "demo", label: "Demo model", demo: true },
  ]);
  expect([get(null, "p1").key, get("demo", "p1").key, get("openai:gone", "p1").key]).toEqual([
    "openai:gpt-5",
    "demo",
    "openai:gpt-5",
  ]);
  const refused = { message: "Wrong: sk-canary", statusCode: 400 };
  expect(describeError(refused).text).not.toContain("canary");
});

test("G26: of a thousand calls in one event, each like those before, the library reads none", async () => {
  const call = (at: number) => ({ index: 0, id: `c${at}`, function: { name: "wipe", arguments: "{" } });
  const event = { choices: [{ index: 0, delta: { tool_calls: Array.from({ length: 4_000 }, (_, at) => call(at)) } }] };
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).end(`data: ${JSON.stringify(event)}\n\n`);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const read = async () => {
    const { stream } = await modelAt(`http://127.0.0.1:${port}/v1`, "chat").doStream({ prompt: [] });
    for await (const part of stream) if (part.type === "error") throw part.error;
  };
  const error = await read().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(describeModelError(error).text).toContain("longer than one answer may");
});

test("M122: arguments that come before the name of their call are not gathered without end", async () => {
  const call = { index: 0, function: { arguments: "[".repeat(1_000_000) } };
  const piece = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: [call] } }] })}\n\n`;
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).end(piece.repeat(3));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { stream } = await modelAt(`http://127.0.0.1:${port}/v1`, "chat").doStream({ prompt: [] });
  await expect(Array.fromAsync(stream)).rejects.toSatisfy((error: unknown) =>
    /longer than one answer may/.test(describeModelError(error).text),
  );
});
