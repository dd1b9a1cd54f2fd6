import { createInterface } from "node:readline";

/**
 * A server of the older era over stdio whose lists, prompts and errors are as long as a message may be, and made of what
 * is costly to clean. A call of `announce` says 300 times that the resources changed.
 */
type Message = { id?: string | number; method?: string; params?: { name?: string } };

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

const costly = "a\u200b".repeat(400_000);
const text = (length: number) => ({ role: "user", content: { type: "text", text: costly.slice(0, length) } });
const results: Record<string, object> = {
  initialize: {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {}, resources: { listChanged: true }, prompts: {}, completions: {} },
    serverInfo: { name: "long", version: "1" },
  },
  ping: {},
  "tools/list": {
    tools: [{ name: "announce", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } }],
  },
  "resources/list": {
    resources: [
      ...Array.from({ length: 400 }, (_, at) => ({
        uri: `x://${at}`,
        name: costly.slice(0, 600),
        description: "d".repeat(7_900),
      })),
      { uri: `x://${"y".repeat(100_000)}`, name: "far" },
      { uri: "x://meta", name: "meta", _meta: { "example.com/a": "z".repeat(100_000) } },
    ],
  },
  "prompts/list": {
    prompts: [{ name: "long", description: costly }, { name: "n".repeat(100_000) }, { name: "broken" }],
  },
  "prompts/get": { description: costly, messages: [text(300_000), text(300)] },
  "completion/complete": { completion: { values: Array.from({ length: 100 }, () => costly.slice(0, 5_000)) } },
};

createInterface({ input: process.stdin }).on("line", (line) => {
  // What our own client sends.
  const { id, method = "", params } = JSON.parse(line) as Message;
  if (id === undefined) return;
  if (method === "tools/call") {
    for (let said = 0; said < 300; said += 1) send({ method: "notifications/resources/list_changed" });
    send({ id, result: { content: [] } });
  } else if (params?.name === "broken") send({ id, error: { code: -32_602, message: costly } });
  else send({ id, result: results[method] ?? {} });
});
