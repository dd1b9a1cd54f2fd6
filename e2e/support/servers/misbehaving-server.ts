import { createServer, type ServerResponse } from "node:http";
import { createInterface } from "node:readline";

/**
 * A server of revision 2025-11-25, written by hand, that does what no SDK lets a server do.
 *   misbehaving-server.ts [--http [port] [url to redirect to]]
 */
type Message = {
  id?: string | number;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: unknown;
};
type Reply = (message: object) => void;

const schema = { type: "object" };
const pages = [
  [
    { name: "twin", description: "One.", inputSchema: schema },
    { name: "twin", description: "Two.", inputSchema: schema },
    { name: "task_only", inputSchema: schema, execution: { taskSupport: "required" } },
    { name: "__proto__", inputSchema: schema },
    { name: "constructor", inputSchema: schema },
  ],
  [
    "twice",
    "foreign",
    "late",
    "garbage",
    "deep",
    "ask_later",
    "sample",
    "flood",
    "drip",
    "cut",
    "redirect",
    "picture",
    "invalid",
  ].map((name) => ({
    name,
    inputSchema: schema,
  })),
];

const answer = (id: Message["id"], text: string) => ({
  jsonrpc: "2.0",
  id,
  result: { content: [{ type: "text", text }] },
});

/** Calls that wait for something the client sends. */
const waiting = new Map<unknown, (message: Message) => void>();

function handle(message: Message, reply: Reply): void {
  const { id, method, params } = message;
  if (method === undefined) return waiting.get(id)?.(message);
  if (method === "notifications/cancelled") return waiting.get(params?.["requestId"])?.(message);
  if (id === undefined) return;
  if (method === "initialize")
    return reply({
      jsonrpc: "2.0",
      id,
      result: {
        protocolVersion: "2025-11-25",
        capabilities: { tools: {} },
        serverInfo: { name: "misbehaving", version: "1.0.0" },
      },
    });
  if (method === "ping") return reply({ jsonrpc: "2.0", id, result: {} });
  if (method === "tools/list") {
    const page = Number(params?.["cursor"] ?? 0);
    return reply({ jsonrpc: "2.0", id, result: { tools: pages[page], ...(page === 0 && { nextCursor: "1" }) } });
  }
  if (method === "tools/call") return call(String(params?.["name"]), id, reply);
  reply({ jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } });
}

function call(name: string, id: string | number, reply: Reply): void {
  switch (name) {
    case "twice":
      reply(answer(id, "first"));
      return reply(answer(id, "second"));
    case "foreign":
      for (const foreign of [9_999, "x", null, -1]) reply({ ...answer(0, "foreign"), id: foreign });
      return reply(answer(id, "mine"));
    case "late":
      waiting.set(id, () => {
        reply(answer(id, "too late"));
        reply(answer(id, "and again"));
      });
      return;
    case "picture":
      return reply({
        jsonrpc: "2.0",
        id,
        result: {
          content: [
            { type: "image", mimeType: "image/png", data: Buffer.alloc(30_000).toString("base64") },
            { type: "resource", resource: { uri: "file:///a.bin", blob: "AAAA" } },
            { type: "text", text: "x".repeat(400_000) },
          ],
        },
      });
    case "invalid":
      return reply({ jsonrpc: "2.0", id, result: { content: "words" } });
    case "ask_later":
      reply(answer(id, "answered first"));
      return void setTimeout(reply, 100, {
        jsonrpc: "2.0",
        id: `ask-${id}`,
        method: "elicitation/create",
        params: { message: "Really?", requestedSchema: { type: "object", properties: {} } },
      });
    case "sample":
      waiting.set(`sample-${id}`, (message) => reply(answer(id, JSON.stringify(message.error))));
      return reply({
        jsonrpc: "2.0",
        id: `sample-${id}`,
        method: "sampling/createMessage",
        params: { messages: [], maxTokens: 1 },
      });
    default:
      return reply(answer(id, name));
  }
}

const args = process.argv.slice(2);
if (args[0] === "--http") serveHttp(Number(args[1] ?? 0), args[2] ?? "");
else serveStdio();

function serveStdio(): void {
  createInterface({ input: process.stdin }).on("line", (line) => {
    const message: Message = JSON.parse(line);
    const name = message.method === "tools/call" ? message.params?.["name"] : undefined;
    if (name === "garbage") process.stdout.write("this is not JSON\n{\n\n[]\n");
    if (name === "flood") return void flood(process.stdout);
    if (name === "deep") return void process.stdout.write(`${deep(message.id)}\n`);
    handle(message, (said) => process.stdout.write(`${JSON.stringify(said)}\n`));
  });
}

/** Too deep for this process to write by other means. */
function deep(id: Message["id"]): string {
  const nested = `${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`;
  return `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"deep"}],"structuredContent":${nested}}}`;
}

/** Up to a gigabyte without the end of a line. */
async function flood(stream: NodeJS.WritableStream): Promise<void> {
  const chunk = "x".repeat(256 * 1024);
  for (let sent = 0; sent < 1024 ** 3; sent += chunk.length)
    if (!stream.write(chunk)) await new Promise((resolve) => stream.once("drain", resolve));
}

function serveHttp(port: number, redirect: string): void {
  const server = createServer((request, response) => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => answerHttp(JSON.parse(body), response, redirect));
  });
  server.listen(port, "127.0.0.1", () => {
    const address = server.address();
    if (address !== null && typeof address === "object") process.stdout.write(`http://127.0.0.1:${address.port}/mcp\n`);
  });
}

function answerHttp(message: Message, response: ServerResponse, redirect: string): void {
  if (message.id === undefined) return void response.writeHead(202).end();
  const name = message.method === "tools/call" ? message.params?.["name"] : undefined;
  const events = () => response.writeHead(200, { "content-type": "text/event-stream" });
  switch (name) {
    case "redirect":
      return void response.writeHead(307, { location: redirect }).end();
    case "cut":
      events();
      return void response.write(": alive\n\n", () => response.destroy());
    case "flood":
      events();
      response.write("data: ");
      return void flood(response);
    case "drip": {
      events();
      const said = {
        jsonrpc: "2.0",
        method: "notifications/message",
        params: { level: "info", data: "x".repeat(60_000) },
      };
      const drip = (): unknown =>
        !response.destroyed && response.write(`data: ${JSON.stringify(said)}\n\n`, () => setImmediate(drip));
      return void drip();
    }
    default:
      response.writeHead(200, { "content-type": "application/json" });
      return handle(message, (said) => void (response.writableEnded || response.end(JSON.stringify(said))));
  }
}
