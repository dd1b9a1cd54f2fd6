import { createServer, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { describe, expect, test } from "vitest";
import { listeningAt } from "#e2e/support/listening.ts";
import { askModel } from "#lib/models/ask-model.ts";
import { describeModelError } from "#lib/models/model-error.ts";
import { models } from "#lib/models/models.ts";
import { parseModelSettings } from "#lib/models/settings.ts";

type Asked = { url: string; headers: Record<string, unknown>; body: Record<string, unknown> };
type Reply = { status: number; headers?: Record<string, string>; body: string };

/** A server that answers everything in the same way, and remembers what it was asked. */
async function answering(reply: Reply): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response: ServerResponse) => {
    void text(request).then((body) => {
      asked.push({ url: request.url ?? "", headers: request.headers, body: JSON.parse(body || "{}") });
      response.writeHead(reply.status, { "content-type": "text/event-stream", ...reply.headers }).end(reply.body);
    });
  });
  return { url: await listeningAt(server), asked };
}

const events = (list: object[]) =>
  list
    .map((event) => `${"type" in event ? `event: ${String(event.type)}\n` : ""}data: ${JSON.stringify(event)}\n\n`)
    .join("");

/** As Anthropic streams thinking, words and two calls at once. */
const anthropicAnswer = events([
  {
    type: "message_start",
    message: {
      id: "m1",
      type: "message",
      role: "assistant",
      model: "claude-x",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 11, output_tokens: 1 },
    },
  },
  { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Let me see." } },
  { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "c2ln" } },
  { type: "content_block_stop", index: 0 },
  { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "I wipe " } },
  { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "both." } },
  { type: "content_block_stop", index: 1 },
  ...["a", "b"].flatMap((disk, at) => [
    {
      type: "content_block_start",
      index: 2 + at,
      content_block: { type: "tool_use", id: `call-${disk}`, name: "wipe", input: {} },
    },
    { type: "content_block_delta", index: 2 + at, delta: { type: "input_json_delta", partial_json: `{"disk":` } },
    { type: "content_block_delta", index: 2 + at, delta: { type: "input_json_delta", partial_json: `"${disk}"}` } },
    { type: "content_block_stop", index: 2 + at },
  ]),
  { type: "message_delta", delta: { stop_reason: "tool_use", stop_sequence: null }, usage: { output_tokens: 22 } },
  { type: "message_stop" },
]);

/** As Gemini streams the same. */
const googleAnswer = [
  { parts: [{ text: "Let me see.", thought: true }] },
  { parts: [{ text: "I wipe " }] },
  { parts: [{ text: "both." }] },
  { parts: ["a", "b"].map((disk) => ({ functionCall: { name: "wipe", args: { disk } } })) },
]
  .map((content, index, all) => ({
    candidates: [
      {
        content: { role: "model", ...content },
        index: 0,
        ...(index === all.length - 1 ? { finishReason: "STOP" } : {}),
      },
    ],
    usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 22, totalTokenCount: 33 },
  }))
  .map((event) => `data: ${JSON.stringify(event)}\n\n`)
  .join("");

const providersOf = {
  anthropic: {
    modelId: "claude-x",
    variables: (url: string) => ({ ANTHROPIC_API_KEY: "sk-canary", ANTHROPIC_BASE_URL: url }),
    answer: anthropicAnswer,
    keyHeader: "x-api-key",
    refusal: (message: string) => ({ type: "error", error: { type: "invalid_request_error", message } }),
  },
  google: {
    modelId: "gemini-x",
    variables: (url: string) => ({ GOOGLE_GENERATIVE_AI_API_KEY: "sk-canary", GOOGLE_BASE_URL: url }),
    answer: googleAnswer,
    keyHeader: "x-goog-api-key",
    refusal: (message: string) => ({ error: { code: 400, message, status: "INVALID_ARGUMENT" } }),
  },
} as const;
type Name = keyof typeof providersOf;

function modelAt(name: Name, url: string) {
  const { modelId, variables } = providersOf[name];
  const parsed = parseModelSettings({ MODEL: `${name}:${modelId}`, ...variables(url) });
  if ("problem" in parsed) throw new Error(parsed.problem);
  return models(parsed.settings).get(null, "p1").model;
}

const wipe = {
  type: "function" as const,
  name: "wipe",
  description: "Wipes a disk.",
  inputSchema: { type: "object" as const, properties: { disk: { type: "string" as const } }, required: ["disk"] },
};
const go: LanguageModelV4CallOptions["prompt"] = [{ role: "user", content: [{ type: "text", text: "wipe a and b" }] }];

async function partsOf(name: Name, url: string, prompt = go): Promise<LanguageModelV4StreamPart[]> {
  const asked = { prompt, tools: [wipe], abortSignal: new AbortController().signal };
  return Array.fromAsync(askModel(modelAt(name, url), asked));
}

async function refused(name: Name, reply: Reply): Promise<string> {
  const { url } = await answering(reply);
  const { prompt, tools } = { prompt: go, tools: [wipe] };
  const failed = await modelAt(name, url)
    .doStream({ prompt, tools })
    .then(
      () => null,
      (error: unknown) => error,
    );
  return describeModelError(failed, ["sk-canary"]).text;
}

describe.each(["anthropic", "google"] as const)("%s", (name) => {
  const { answer, keyHeader, modelId, refusal } = providersOf[name];

  test("K7: text, reasoning and calls at once arrive, and the key goes in its header alone", async () => {
    const { url, asked } = await answering({ status: 200, body: answer });
    const parts = await partsOf(name, url);
    const joined = (type: "text-delta" | "reasoning-delta") =>
      parts.map((part) => (part.type === type ? part.delta : "")).join("");
    expect(joined("text-delta")).toBe("I wipe both.");
    expect(joined("reasoning-delta")).toBe("Let me see.");
    const calls = parts.flatMap((part) => (part.type === "tool-call" ? [part] : []));
    expect(calls.map(({ toolName, input }) => [toolName, JSON.parse(input)])).toEqual([
      ["wipe", { disk: "a" }],
      ["wipe", { disk: "b" }],
    ]);
    expect(new Set(calls.map(({ toolCallId }) => toolCallId)).size).toBe(2);
    const finish = parts.find((part) => part.type === "finish");
    expect(finish).toMatchObject({ finishReason: { unified: "tool-calls" }, usage: { inputTokens: { total: 11 } } });
    const [request] = asked;
    expect(request?.headers[keyHeader]).toBe("sk-canary");
    expect(request?.url).not.toContain("canary");
    expect(JSON.stringify(request?.body)).not.toContain("canary");
    expect(`${request?.url}${JSON.stringify(request?.body)}`).toContain(modelId);
    // Tools that the provider runs by itself are never asked for.
    expect(JSON.stringify(request?.body["tools"])).toMatch(/"name":"wipe"/);
    expect(request?.body["tools"]).toHaveLength(1);
  });

  test("K7: results of earlier calls are sent with the calls that they answer", async () => {
    const { url, asked } = await answering({ status: 200, body: answer });
    await partsOf(name, url, [
      ...go,
      {
        role: "assistant",
        content: [{ type: "tool-call", toolCallId: "call-a", toolName: "wipe", input: { disk: "a" } }],
      },
      {
        role: "tool",
        content: [
          {
            type: "tool-result",
            toolCallId: "call-a",
            toolName: "wipe",
            output: { type: "text", value: "It is empty." },
          },
        ],
      },
    ]);
    const sent = JSON.stringify(asked[0]?.body);
    expect(sent).toContain("It is empty.");
    expect(sent.indexOf("It is empty.")).toBeGreaterThan(sent.lastIndexOf(`"disk":"a"`));
  });

  test.each([
    [401, {}, /did not accept the key/],
    [403, {}, /refused access/],
    [404, {}, /does not know (?:this|the) model/],
    [429, { "retry-after": "7" }, /too many requests\. Try again in 7 seconds/],
    [500, {}, /has a problem of its own \(500\)/],
  ])("K7: a refusal with %i becomes a sentence without the key", async (status, headers, words) => {
    const said = await refused(name, { status, headers, body: JSON.stringify(refusal("Bad sk-canary")) });
    expect(said).toMatch(words);
    expect(said).not.toContain("canary");
  });

  test("S0.70: a picture in a result of a tool is sent as a picture", async () => {
    const { url, asked } = await answering({ status: 200, body: answer });
    const picture = {
      type: "file" as const,
      mediaType: "image/png",
      data: { type: "data" as const, data: "iVBORw0KGgo=" },
    };
    const value = [{ type: "text" as const, text: "Here." }, picture];
    await partsOf(name, url, [
      ...go,
      {
        role: "assistant",
        content: [{ type: "tool-call", toolCallId: "call-a", toolName: "wipe", input: { disk: "a" } }],
      },
      {
        role: "tool",
        content: [{ type: "tool-result", toolCallId: "call-a", toolName: "wipe", output: { type: "content", value } }],
      },
    ]);
    const sent = JSON.stringify(asked[0]?.body);
    expect(sent).toContain("Here.");
    expect(sent).toMatch(/"(?:media_type|mimeType)":"image\/png","data":"iVBORw0KGgo="/);
  });

  test("K2: an endpoint that leads elsewhere is not followed, so the key goes nowhere else", async () => {
    const elsewhere = await answering({ status: 200, body: answer });
    const headers = { location: elsewhere.url };
    expect(await refused(name, { status: 307, headers, body: "" })).not.toContain("canary");
    expect(elsewhere.asked).toEqual([]);
  });

  test("K7: a chat that is too long is said as such", async () => {
    const body = JSON.stringify(refusal("prompt is too long: 250000 tokens > 200000 maximum"));
    expect(await refused(name, { status: 400, body })).toMatch(/too long for the model/);
  });
});

test("M122: an answer that is continued without end is asked for so often and no more", async () => {
  const more = { candidates: [{ finishReason: "CONTINUATION", continuationToken: "next" }] };
  const { url, asked } = await answering({ status: 200, body: events([more]) });
  const parts = await partsOf("google", url);
  const failed = parts.flatMap((part) => (part.type === "error" ? [part.error] : []));
  expect(failed.map((error) => describeModelError(error).text)).toEqual([
    expect.stringMatching(/longer than one answer may/),
  ]);
  expect(asked).toHaveLength(20);
});

test.each(["a.", "a\\u002e", "[0]"])(
  "M122: arguments along a path of a million steps %j are not built",
  async (step) => {
    const call = { name: "wipe", partialArgs: [{ jsonPath: "PATH", numberValue: 1 }] };
    const event = events([{ candidates: [{ content: { role: "model", parts: [{ functionCall: call }] } }] }]);
    const { url } = await answering({ status: 200, body: event.replace("PATH", `$.${step.repeat(1_000_000)}b`) });
    await expect(partsOf("google", url)).rejects.toSatisfy((error: unknown) =>
      /longer than one answer may/.test(describeModelError(error).text),
    );
  },
);
