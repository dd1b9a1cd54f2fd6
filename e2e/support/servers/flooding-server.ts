import { createServer, type ServerResponse } from "node:http";
import { createInterface } from "node:readline";

/**
 * A server of revisions 2025-11-25 and 2026-07-28, written by hand, that sends without measure. Its tool `flood` takes what to send,
 * how many, and where (`own`: on the session's own stream); a program that `waits` answers after the first answer to it.
 * `counts` says what it was sent. Settings in JSON:
 *   flooding-server.ts [--http [port]] ['{"tools":500,"bytes":8000,"atOnce":"ping","retry":0,…}']
 */
type Message = { id?: string | number; method?: string; params?: Record<string, unknown>; result?: unknown };
type Write = (text: string) => boolean | Promise<void>;
type Settings = {
  /** How many tools it lists beside its own, and how long each is. */
  tools: number;
  bytes: number;
  /** It lists the tools on pages without end. */
  endless: boolean;
  /** What it floods with as soon as it is asked for its tools, instead of answering. */
  atOnce: string;
  /** It ends its own stream at once, over and over, and says to come back after so many ms. */
  retry: number;
  /** It does not read what it is sent after a flood began. */
  deaf: boolean;
};

const isHttp = process.argv[2] === "--http";
const rest = process.argv.slice(isHttp ? 3 : 2);
const [port] = rest.filter((arg) => /^\d+$/.test(arg)).map(Number);
const settings: Partial<Settings> = JSON.parse(rest.find((arg) => arg.startsWith("{")) ?? "{}");

const counts = { lists: 0, answers: 0, streams: 0, initialized: 0, calls: 0 };
let progressToken: unknown = "none";
let isDeaf = false;

/** One message of a flood. */
const kinds: Record<string, (at: number) => string> = {
  ping: (at) => request(at, "ping"),
  sampling: (at) => request(at, "sampling/createMessage", { messages: [], maxTokens: 1 }),
  elicitation: (at) =>
    request(at, "elicitation/create", { message: "?", requestedSchema: { type: "object", properties: {} } }),
  unknown: (at) => request(at, "x/y"),
  log: () => notification("notifications/message", { level: "info", data: "x" }),
  changed: () => notification("notifications/tools/list_changed"),
  progress: (at) => notification("notifications/progress", { progressToken, progress: at }),
  foreign: (at) => JSON.stringify({ jsonrpc: "2.0", id: 1_000_000 + at, result: {} }),
  nothing: () => "",
  garbage: () => "{",
  /** A million values in two megabytes. */
  dense: () => notification("notifications/message", { data: JSON.parse(`[${"1,".repeat(1_000_000)}1]`) }),
};

function batch(many: number): object[] {
  return Array.from({ length: many }, (_, at) => JSON.parse(request(at, "ping")));
}

function request(at: number, method: string, params?: object): string {
  return JSON.stringify({ jsonrpc: "2.0", id: `s${at}`, method, ...(params && { params }) });
}
function notification(method: string, params?: object): string {
  return JSON.stringify({ jsonrpc: "2.0", method, ...(params && { params }) });
}

async function flood(kind: string, many: number, write: Write, isOver: () => boolean): Promise<void> {
  isDeaf = settings.deaf === true;
  const make = kinds[kind] ?? kinds["ping"];
  const perWrite = kind === "dense" ? 1 : 1_000;
  for (let sent = 0; sent < many && !isOver(); sent += perWrite) {
    const lines = Array.from({ length: Math.min(perWrite, many - sent) }, (_, at) => make?.(sent + at) ?? "");
    await write(isHttp ? lines.map((line) => `data: ${line}\n\n`).join("") : lines.map((line) => `${line}\n`).join(""));
  }
}

const schema = { type: "object" };
const list = [
  { name: "flood", inputSchema: schema },
  { name: "counts", inputSchema: schema },
  ...Array.from({ length: settings.tools ?? 0 }, (_, at) => ({
    name: `tool_${at}`,
    description: "x".repeat(settings.bytes ?? 10),
    inputSchema: schema,
  })),
];

/** The answer, or null when there is none to give. */
function answer({ id, method, params }: Message): object | null {
  if (method === undefined) counts.answers += 1;
  if (method === "notifications/initialized") counts.initialized += 1;
  if (id === undefined || method === undefined) return null;
  const result = (value: object) => ({ jsonrpc: "2.0", id, result: value });
  if (method === "initialize")
    return result({
      protocolVersion: "2025-11-25",
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: "flooding", version: "1.0.0" },
    });
  if (method === "server/discover")
    return result({ resultType: "complete", supportedVersions: ["2026-07-28"], capabilities: { tools: {} } });
  if (method === "ping") return result({});
  if (method === "tools/list") {
    counts.lists += 1;
    return result({
      resultType: "complete",
      ttlMs: 0,
      cacheScope: "private",
      tools: list,
      ...(settings.endless === true && { nextCursor: `${counts.lists}` }),
    });
  }
  if (method === "tools/call" && params?.["name"] === "counts")
    return result({ resultType: "complete", content: [{ type: "text", text: JSON.stringify(counts) }] });
  return { jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } };
}

type Flood = { kind: string; many: number; own: boolean; waits: boolean };

/** What to flood with when this message comes; null for most. */
function floodFor({ method, params }: Message): Flood | null {
  if (method === "tools/list" && settings.atOnce !== undefined)
    return { kind: settings.atOnce, many: 51_000, own: false, waits: false };
  if (method !== "tools/call" || params?.["name"] !== "flood") return null;
  counts.calls += 1;
  const meta = params["_meta"] as { progressToken?: unknown } | undefined;
  progressToken = meta?.progressToken;
  const { kind = "ping", many = 51_000, own = false, waits = false } = params["arguments"] as Partial<Flood>;
  return { kind, many, own, waits };
}

if (isHttp) serveHttp();
else serveStdio();

function serveStdio(): void {
  const write = (stream: NodeJS.WriteStream) => (text: string) =>
    stream.write(text) || new Promise<void>((resolve) => void stream.once("drain", resolve));
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => {
    const message: Message = JSON.parse(line);
    const wanted = floodFor(message);
    if (wanted === null) {
      const said = answer(message);
      if (said !== null) process.stdout.write(`${JSON.stringify(said)}\n`);
      return;
    }
    const toStderr = wanted.kind === "stderr";
    void flood(wanted.kind, wanted.many, write(toStderr ? process.stderr : process.stdout), () => false).then(
      async () => {
        while (wanted.waits && counts.answers === 0) await new Promise(setImmediate);
        process.stdout.write(
          `${JSON.stringify({ jsonrpc: "2.0", id: message.id, result: { resultType: "complete", content: [] } })}\n`,
        );
      },
    );
    if (isDeaf) process.stdin.pause();
  });
}

function serveHttp(): void {
  let own: ServerResponse | null = null;
  const server = createServer((incoming, response) => {
    if (incoming.method === "GET") {
      counts.streams += 1;
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`retry: ${settings.retry ?? 1_000}\n\n`);
      if (settings.retry !== undefined) return void response.end();
      own = response;
      return;
    }
    if (incoming.method !== "POST") return void response.writeHead(405).end();
    let body = "";
    incoming.on("data", (chunk) => (body += chunk));
    incoming.on("end", () => {
      const message: Message = JSON.parse(body);
      const wanted = floodFor(message);
      const said = wanted === null ? answer(message) : null;
      // A server that takes what it is sent and never says so.
      if (isDeaf && message.method === undefined) return;
      if (wanted === null && said === null) return void response.writeHead(202).end();
      if (said !== null) return sendJson(response, said);
      const stream = wanted?.own === true && own !== null ? own : response;
      if (wanted?.kind === "batch") return sendJson(response, batch(wanted.many));
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.flushHeaders();
      const write = (text: string) =>
        stream.write(text) || new Promise<void>((resolve) => void stream.once("drain", resolve));
      void flood(wanted?.kind ?? "", wanted?.many ?? 0, write, () => stream.destroyed || stream.closed).then(() => {
        const last = { jsonrpc: "2.0", id: message.id, result: { resultType: "complete", content: [] } };
        response.end(`data: ${JSON.stringify(last)}\n\n`);
      });
    });
  });
  server.listen(port ?? 0, "127.0.0.1", () => {
    const address = server.address();
    if (address !== null && typeof address === "object") process.stdout.write(`http://127.0.0.1:${address.port}/mcp\n`);
  });
}

function sendJson(response: ServerResponse, said: object): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(said));
}
