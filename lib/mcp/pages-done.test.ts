import { afterEach, describe, expect, test } from "vitest";
import { handWrittenServer } from "#e2e/support/hand-written-server.ts";
import { mcpRig, textOf, type McpRig } from "#e2e/support/mcp-rig.ts";
import type { ClearedCall, Progress } from "#lib/gate/contract/tool.ts";

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end();
});

/** A program of 2025-11-25: `open` wants a page done first, `finish` says of pages that they are done. */
const program = `
  const done = new Set();
  let opens = 0;
  const tools = ["open", "finish", "count"].map((name) => ({ name, inputSchema: { type: "object" } }));
  const say = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
  require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    const { name, arguments: args } = params ?? {};
    const text = (text) => say({ id, result: { content: [{ type: "text", text: String(text) }] } });
    if (method === "initialize") say({ id, result: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "p", version: "1" } } });
    else if (method === "tools/list") say({ id, result: { tools } });
    else if (name === "count") text(opens);
    else if (name === "finish") {
      for (const page of args.really) done.add(page);
      for (const elicitationId of args.said) say({ method: "notifications/elicitation/complete", params: { elicitationId } });
      text("said");
    } else if (name === "open") {
      opens += 1;
      if (done.has(args.page)) return text("begun");
      // As some servers do, with another id each time.
      const elicitationId = args.page + (args.page === "anew" ? opens : "");
      const link = { mode: "url", message: "Sign in.", url: "https://shop.test/", elicitationId };
      say({ id, error: { code: -32042, message: "Sign in.", data: { elicitations: [link] } } });
    } else if (id !== undefined) say({ id, error: { code: -32601, message: "Unknown." } });
  });
`;

/** As the gate sends a call again once its person opened the pages. */
const opened = { inputResponses: {}, requestState: null };
const links = { kind: "links-first" };

async function shop(pageMs: number): Promise<McpRig> {
  const entry = { command: "node", args: ["-e", program], era: "legacy" };
  const rig = await mcpRig({ shop: entry }, { timing: { pageMs } });
  cleanUp.push(() => rig.close());
  return rig;
}

/** Sends a call again whose person opened its page; `waits` resolves when it waits for the server's word. */
function again(rig: McpRig, page: string, over: Partial<ClearedCall> = {}) {
  const waits = Promise.withResolvers<void>();
  const onProgress = ({ isQueued }: Progress) => isQueued === true && waits.resolve();
  const outcome = rig.call("shop", "open", { page }, { resumption: opened, onProgress, ...over });
  return { waits: waits.promise, outcome };
}

describe("pages that a server of 2025-11-25 wants done first", () => {
  test("M91: a call whose person opened the page goes on by itself when its server says that they are done there", async () => {
    const rig = await shop(60_000);
    // A person is asked before anything is waited for.
    expect(await rig.call("shop", "open", { page: "1" })).toMatchObject(links);
    const { waits, outcome } = again(rig, "1");
    await waits;
    await rig.call("shop", "finish", { really: ["1"], said: ["1"] });
    expect(textOf(await outcome)).toBe("begun");
    expect(textOf(await rig.call("shop", "count"))).toBe("3");
  });

  test("M91: what the person opened counts, where the server names the page anew each time", async () => {
    const rig = await shop(60_000);
    expect(await rig.call("shop", "open", { page: "anew" }, { callId: "one" })).toMatchObject(links);
    const { waits, outcome } = again(rig, "anew", { callId: "one" });
    await waits;
    await rig.call("shop", "finish", { really: ["anew"], said: ["anew1"] });
    expect(textOf(await outcome)).toBe("begun");
  });

  test("M91: a call waits for a word once, where none ever came", async () => {
    const rig = await shop(50);
    expect(await again(rig, "1", { callId: "one" }).outcome).toMatchObject(links);
    const waited: Progress[] = [];
    const over = { callId: "one", resumption: opened, onProgress: (said: Progress) => waited.push(said) };
    expect(await rig.call("shop", "open", { page: "1" }, over)).toMatchObject(links);
    expect(waited).toEqual([]);
  });

  test("M91: what a server says of pages that nobody opened, however often, sends nothing", async () => {
    const rig = await shop(60_000);
    const stop = new AbortController();
    const { waits, outcome } = again(rig, "1", { signal: stop.signal });
    await waits;
    const others = Array.from({ length: 1_500 }, (_, at) => `other-${at}`);
    await rig.call("shop", "finish", { really: ["1"], said: others });
    expect(textOf(await rig.call("shop", "count"))).toBe("1");
    stop.abort();
    expect(await outcome).toMatchObject({ kind: "unknown" });
    expect(rig.servers.list()[0]?.status).toBe("up");
  });

  test("M91: its word counts once, and a server that says it for nothing is waited for again", async () => {
    const rig = await shop(60_000);
    const stop = new AbortController();
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let times = 0;
    const onProgress = ({ isQueued }: Progress) => {
      if (isQueued === true) ((times += 1) === 1 ? first : second).resolve();
    };
    const over = { callId: "one", resumption: opened, onProgress, signal: stop.signal };
    const outcome = rig.call("shop", "open", { page: "anew" }, over);
    await first.promise;
    await rig.call("shop", "finish", { really: [], said: ["anew1", "anew1", "anew1"] });
    await second.promise;
    expect(textOf(await rig.call("shop", "count"))).toBe("2");
    stop.abort();
    expect(await outcome).toMatchObject({ kind: "unknown" });
  });

  test("M91: where no word comes, the person is asked as before; and what was tightened meanwhile counts", async () => {
    const rig = await shop(50);
    expect(await again(rig, "1").outcome).toMatchObject(links);
    const patient = await shop(60_000);
    const { waits, outcome } = again(patient, "1", { mayStillGo: async () => false });
    await waits;
    await patient.call("shop", "finish", { really: ["1"], said: ["1"] });
    expect(await outcome).toMatchObject(links);
    expect(textOf(await patient.call("shop", "count"))).toBe("1");
  });

  test("M91: a server of 2026-07-28 has no such word, and is not waited for", async () => {
    const link = { mode: "url", message: "Sign in.", url: "https://shop.test/", elicitationId: "1" };
    const error = { code: -32042, message: "Sign in.", data: { elicitations: [link] } };
    const tools = [{ name: "open", inputSchema: { type: "object" } }];
    const server = await handWrittenServer("modern", ({ method }) => {
      if (method === "tools/list")
        return { result: { tools, resultType: "complete", ttlMs: 0, cacheScope: "private" } };
      return method === "tools/call" ? { error } : null;
    });
    cleanUp.push(() => server.stop());
    const rig = await mcpRig({ shop: server.entry }, { timing: { pageMs: 100_000_000 } });
    cleanUp.push(() => rig.close());
    expect(await rig.call("shop", "open", {}, { resumption: opened })).toMatchObject(links);
  });
});
