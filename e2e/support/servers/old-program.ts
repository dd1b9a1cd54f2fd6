import { appendFileSync, existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

/**
 * A program of revision 2025-11-25, or of an older one, written by hand, as many are: it answers calls side by side, asks in their middle,
 * and goes on with what is cancelled.
 *   old-program.ts <JSON: Settings>
 */
type Settings = {
  /** The protocol that it speaks. */
  revision?: string;
  /** What it makes of a `ping`: an error, or nothing. */
  ping?: "error" | "nothing";
  /** It says nothing to requests that it does not know. */
  isDeaf?: boolean;
  /** Here it writes a line for each start, and for each request. */
  record?: string;
  /** It does not start while this file is there. */
  lock?: string;
  /** It says on stderr which process it is. */
  talks?: boolean;
  /** It says so much on stderr, and ends. */
  dies?: string[];
};
type Message = {
  id?: string | number;
  method?: string;
  params?: Record<string, unknown>;
  result?: Answer;
  error?: object;
};
type Answer = { action: string; content?: Record<string, unknown> };
type Call = (args: Record<string, unknown>, id: string | number) => Promise<string>;

const settings: Settings = JSON.parse(process.argv[2] ?? "{}");
const { record, lock } = settings;
const note = (line: string) => record === undefined || appendFileSync(record, `${line}\n`);
if (settings.dies !== undefined) {
  const text = `${settings.dies.join("\n")}\n`;
  // What the pipe has no room for yet is lost at an exit.
  await new Promise<unknown>((resolve) => process.stderr.write(text, resolve));
  process.exit(1);
}
if (lock !== undefined) {
  if (existsSync(lock)) {
    process.stderr.write("Another one runs already.\n");
    process.exit(1);
  }
  writeFileSync(lock, "");
  process.on("exit", () => rmSync(lock, { force: true }));
}
note("start");
if (settings.talks === true) process.stderr.write(`I am ${process.pid}\n`);

const send = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const say = (id: Message["id"], text: string) => send({ id, result: { content: [{ type: "text", text }] } });
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
/** Its questions, by their ids. */
const asked = new Map<unknown, (message: Message) => void>();
/** Calls that wait until so many have come. */
const gathered: (() => void)[] = [];
const cancelled: unknown[] = [];
let page = "";

/** Resolves to the answer of a person, or to the error in its place. */
function ask(label: string): Promise<Message> {
  const id = `q${asked.size}`;
  const properties = { colour: { type: "string" } };
  const params = { message: `Which colour for ${label}?`, requestedSchema: { type: "object", properties } };
  send({ id, method: "elicitation/create", params });
  return new Promise((resolve) => asked.set(id, resolve));
}

const calls: Record<string, Call> = {
  echo: async ({ text }) => String(text),
  wait: async ({ ms }) => {
    await pause(Number(ms));
    return "waited";
  },
  /** Answers once so many calls of it run, in whichever processes. */
  meet: async ({ folder, people }, id) => {
    const place = String(folder);
    writeFileSync(join(place, `${process.pid}-${id}`), "");
    while (readdirSync(place).length < Number(people)) await pause(10);
    return "met";
  },
  /** Asks once so many calls of it are here. */
  ask: async ({ label, after = 0, together = 1 }) => {
    const all = new Promise<void>((resolve) => gathered.push(resolve));
    if (gathered.length >= Number(together)) for (const go of gathered.splice(0)) go();
    await all;
    // Without a pause those that were gathered ask in one breath; two timers may be apart.
    if (Number(after) > 0) await pause(Number(after));
    const { result, error } = await ask(String(label));
    const said = error ?? result?.content?.["colour"] ?? result?.action;
    return `${String(label)}: ${typeof said === "string" ? said : JSON.stringify(said)}`;
  },
  process: async () => JSON.stringify({ pid: process.pid, cancelled, page }),
  /** What is in the process alone, as the page of a browser. */
  open: async ({ name }) => (page = String(name)),
  hang: () => new Promise(() => {}),
  /** Hears nothing more. */
  stall: async () => {
    for (;;);
  },
  big: async () => "x".repeat(15 * 1024 * 1024),
};

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const message: Message = JSON.parse(line);
    const { id, method, params } = message;
    if (method === undefined) return asked.get(id)?.(message);
    if (method === "notifications/cancelled") return void cancelled.push(params?.["requestId"]);
    if (id === undefined) return;
    if (method === "tools/call") {
      note(`call ${String(params?.["name"])}`);
      const call = calls[String(params?.["name"])];
      // What our own client sends.
      return void call?.((params?.["arguments"] ?? {}) as Record<string, unknown>, id).then((text) => say(id, text));
    }
    note(method);
    const serverInfo = { name: "old-program", version: "1" };
    if (method === "initialize")
      return send({
        id,
        result: { protocolVersion: settings.revision ?? "2025-11-25", capabilities: { tools: {} }, serverInfo },
      });
    if (method === "tools/list") {
      const tools = Object.keys(calls).map((name) => ({ name, inputSchema: { type: "object" } }));
      return send({ id, result: { tools } });
    }
    if (method === "ping" && settings.ping === undefined && settings.isDeaf !== true) return send({ id, result: {} });
    if (settings.isDeaf === true || settings.ping === "nothing") return;
    send({ id, error: { code: -32601, message: `Method not found: ${method}` } });
  })
  .on("close", () => process.exit(0));
