import { afterEach, expect, test } from "vitest";
import { handWrittenServer, questionId, type Asked, type Said } from "#e2e/support/hand-written-server.ts";
import { mcpRig, type McpRig } from "#e2e/support/mcp-rig.ts";

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end();
});

const secret = "s3cret-".repeat(60);
/** A text that is cut at `length`, in the middle of the secret. */
const cutAt = (length: number) => `${"x".repeat(length - 20)}${secret}`;

/** A server that was given the secret, with one tool. */
async function given(era: "modern" | "legacy", says: (asked: Asked) => Said | null): Promise<McpRig> {
  const outputSchema = { type: "object", additionalProperties: false };
  const tools = [{ name: "pay", inputSchema: { type: "object" }, outputSchema }];
  const lists = { tools, prompts: [{ name: "pay" }], resultType: "complete", ttlMs: 0, cacheScope: "private" };
  const server = await handWrittenServer(
    era,
    (asked) => says(asked) ?? (asked.method?.endsWith("/list") ? { result: lists } : null),
  );
  cleanUp.push(() => server.stop());
  const rig = await mcpRig({ shop: { ...server.entry, headers: { Authorization: `Bearer ${secret}` } } });
  cleanUp.push(() => rig.close());
  return rig;
}

const onCall = (says: (asked: Asked) => Said) => (asked: Asked) => (asked.method === "tools/call" ? says(asked) : null);

const paramsOf = ({ params }: Asked) =>
  (params ?? {}) as { arguments: { at: number }; _meta: { progressToken: number } };

/** Not even the start of it; what was masked says so. */
function expectMasked(said: unknown): void {
  const text = JSON.stringify(said);
  expect(text).not.toContain("s3cret");
  expect(text).toContain("xx[mask");
}

test("C12: a result is masked before it is cut", async () => {
  const picture = { type: "image", data: "iVBORw0KGgo=", mimeType: cutAt(100) };
  const file = { type: "resource", resource: { uri: cutAt(500), mimeType: "a/b", blob: "AAAA" } };
  const odd = { type: "audio", name: "n".repeat(300_000), mimeType: cutAt(100), data: "AAAA" };
  const answers: object[] = [
    { content: [{ type: "text", text: cutAt(256 * 1024) }] },
    { content: [{ type: "resource", resource: { uri: "a:b", text: cutAt(256 * 1024 - 200) } }] },
    { content: [picture] },
    { content: [file] },
    { content: [odd] },
    { content: [{ type: cutAt(100) }] },
    { content: [], structuredContent: { [cutAt(200)]: 1 } },
  ];
  const rig = await given(
    "legacy",
    onCall((asked) => ({ result: answers[paramsOf(asked).arguments.at] ?? {} })),
  );
  for (const at of answers.keys()) expectMasked(await rig.call("shop", "pay", { at }));
});

test("C12: so is the name of a tool that is left out, and what is no message", async () => {
  const rig = await given("legacy", ({ method }) =>
    method === "tools/list" ? { result: { tools: [{ name: cutAt(128), inputSchema: 5 }] } } : null,
  );
  expectMasked(rig.servers.list());
  const line = `process.stdout.write("x".repeat(150) + process.env.PAY_TOKEN + "\\n")`;
  const odd = await mcpRig({
    shop: { command: "node", args: ["-e", line], env: { PAY_TOKEN: secret }, era: "legacy" },
  });
  cleanUp.push(() => odd.close());
  expectMasked(odd.log);
});

test("C12: a picture with a secret in it stays described", async () => {
  const data = Buffer.from(`${"x".repeat(30)}${secret}`).toString("base64");
  const content = [{ type: "image", data, mimeType: "image/png" }];
  const rig = await given(
    "legacy",
    onCall(() => ({ result: { content, structuredContent: {} } })),
  );
  const outcome = await rig.call("shop", "pay");
  expect(outcome).toMatchObject({
    result: { content: [{ text: expect.stringMatching(/^\[image\/png \(\d+ bytes\)\]$/) }] },
  });
  expect(outcome).not.toHaveProperty(["result", "whole"]);
});

test("C12: what a server reports and asks in the middle of a call is masked before it is cut", async () => {
  const rig = await given(
    "legacy",
    onCall((asked) => {
      const { progressToken } = paramsOf(asked)._meta;
      const said = { progressToken, progress: 1, message: cutAt(500) };
      const question = { message: cutAt(16_000), requestedSchema: { type: "object", properties: {} } };
      return {
        events: [
          { method: "notifications/progress", params: said },
          { id: questionId, method: "elicitation/create", params: question },
        ],
        last: () => ({ result: { content: [] } }),
      };
    }),
  );
  const heard: unknown[] = [];
  await rig.call(
    "shop",
    "pay",
    {},
    {
      onProgress: ({ message }) => void heard.push(message),
      elicit: async ({ message }) => {
        heard.push(message);
        return { action: "accept" };
      },
    },
  );
  expect(heard).toHaveLength(2);
  for (const said of heard) expectMasked(said);
});

test("C12: so is what a newer server asks, also in a form that MCP does not know", async () => {
  const asks = [
    { method: "elicitation/create", params: { message: cutAt(16_000), requestedSchema: { type: "object" } } },
    { method: cutAt(60), params: {} },
  ];
  const rig = await given(
    "modern",
    onCall((asked) => {
      const q = asks[paramsOf(asked).arguments.at];
      return { result: { resultType: "input_required", inputRequests: { q }, requestState: "state" } };
    }),
  );
  for (const at of asks.keys()) expectMasked(await rig.call("shop", "pay", { at }));
});

test("C12: so are the words with which a server refuses a call, a reading or a connection", async () => {
  const refusals: ((asked: Asked) => Said)[] = [
    () => ({ error: { code: -32_000, message: cutAt(2_000) } }),
    ({ id }) => ({
      status: 403,
      body: JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32_000, message: cutAt(2_000) } }),
    }),
    () => ({
      error: {
        code: -32_042,
        message: "Open it.",
        data: { elicitations: [{ mode: "url", message: cutAt(16_000), url: "https://a.example/" }] },
      },
    }),
  ];
  const rig = await given("legacy", (asked) => {
    if (asked.method === "tools/call") {
      return refusals[paramsOf(asked).arguments.at]?.(asked) ?? null;
    }
    return asked.method === "prompts/get" ? { error: { code: -32_602, message: cutAt(500) } } : null;
  });
  for (const at of refusals.keys()) expectMasked(await rig.call("shop", "pay", { at }));
  const from = { personId: "", servers: new Set(["shop"]), signal: new AbortController().signal };
  const read = rig.servers.sources.prompt({ name: "shop__pay", arguments: {} }, from);
  expectMasked(await read.catch((error: Error) => error.message));
  const closed = await given("legacy", ({ method }) =>
    method === "initialize" ? { error: { code: -32_000, message: cutAt(300) } } : null,
  );
  expectMasked(closed.servers.list());
  expect(JSON.stringify(closed.log)).not.toContain("s3cret");
});
