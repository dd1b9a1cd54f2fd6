import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import type { ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import { expect, onTestFinished, test } from "vitest";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { clientKinds, gatewayWorld, type GatewayWorld } from "#e2e/support/gateway-world.ts";
import { freePort } from "#e2e/support/free-port.ts";
import { listening, listeningAt } from "#e2e/support/listening.ts";
import { reachApp } from "./reach-app.ts";

type Env = Record<string, string>;
type Message = {
  id?: string | number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
};

const approve: ElicitResult = { action: "accept", content: { decision: "approve" } };
const nowhere = { COUNTERSIGN_URL: "http://127.0.0.1:3000", COUNTERSIGN_KEY: "cs_x" };
const textOf = ({ content }: { content: unknown }) => (content as { text: string }[])[0]?.text ?? "";
const program = (env: Env) => ({ command: process.execPath, args: ["bin/gateway.ts"], env });

async function envOf(world: GatewayWorld, url: string): Promise<Env> {
  const { authorization = "" } = await world.keyWith();
  return { COUNTERSIGN_URL: url, COUNTERSIGN_KEY: authorization.slice("Bearer ".length) };
}

/** The gateway as a client that writes every message by hand starts it. */
function byHand(env: Env) {
  const child = spawn(process.execPath, ["bin/gateway.ts"], {
    env: { PATH: process.env["PATH"], NODE_ENV: "test", ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const heard: Message[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => heard.push(JSON.parse(line) as Message));
  const ended = Promise.all([once(child, "close") as Promise<[number | null]>, text(child.stderr)]);
  return {
    child,
    heard,
    ended,
    send: (message: object) => void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`),
    /** The first message like this one. */
    hears: async (like: object) => {
      await expect.poll(() => heard, { timeout: 60_000 }).toContainEqual(expect.objectContaining(like));
      return heard.find((each) => Object.entries(like).every(([name, value]) => each[name as keyof Message] === value));
    },
  };
}

const hello = {
  id: 0,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: { elicitation: {} },
    clientInfo: { name: "by hand", version: "1" },
  },
};
const call = (id: number, name: string) => ({ id, method: "tools/call", params: { name, arguments: {} } });

async function greeted(env: Env) {
  const client = byHand(env);
  client.send(hello);
  await client.hears({ id: 0 });
  client.send({ method: "notifications/initialized" });
  return client;
}

test.each(clientKinds)(
  "S0.60: over stdio %s lists tools, hears progress, asks its user, whose accept runs the call once, and cancels",
  async (kind) => {
    const told = Promise.withResolvers<void>();
    const wipe = fakeTool("wipe", {
      act: async ({ onProgress }) => {
        onProgress({ progress: 0.5, total: 1, message: "half" });
        await told.promise;
        return said("wiped");
      },
    });
    const world = await gatewayWorld({ tools: [wipe] });
    const url = await listening(world);
    const answers: ElicitResult[] = [{ action: "accept", content: { decision: "decline" } }, approve];
    const client = await world.connect(kind, {
      stdio: program(await envOf(world, url)),
      answer: () => answers.shift() ?? new Promise<never>(() => {}),
    });
    expect((await client.list()).map(({ name }) => name)).toEqual(["srv__wipe", "approval_result"]);
    expect(await client.call("srv__wipe")).toMatchObject({ isError: true });
    expect(wipe.ran).toEqual([]);
    const onprogress = ({ message }: { message?: string | undefined }) => {
      if (message === "half") told.resolve();
    };
    expect(textOf(await client.call("srv__wipe", { disk: "a" }, { onprogress }))).toBe("wiped");
    expect(wipe.ran).toMatchObject([{ arguments: { disk: "a" } }]);

    const gone = new AbortController();
    const cancelled = client.call("srv__wipe", { disk: "b" }, { signal: gone.signal });
    const [asked] = await world.opened();
    gone.abort();
    await expect(cancelled).rejects.toThrow();
    await world.opened(kind === "client 2, new era" ? 1 : 0);
    if (kind !== "client 2, new era") expect(await world.answer(asked, "approve")).toBe(409);
    expect(wipe.ran).toHaveLength(1);
  },
);

test("S0.60: a call that waits in the inbox and is cancelled over stdio is stopped, in the new era too", async () => {
  const wipe = fakeTool("wipe");
  const world = await gatewayWorld({ tools: [wipe] });
  const url = await listening(world);
  const client = await world.connect("client 2, new era", { stdio: program(await envOf(world, url)) });
  const gone = new AbortController();
  const cancelled = client.call("srv__wipe", {}, { signal: gone.signal });
  const [asked] = await world.opened();
  gone.abort();
  await expect(cancelled).rejects.toThrow();
  await world.opened(0);
  expect(await world.answer(asked, "approve")).toBe(409);
  const again = client.call("srv__wipe");
  await world.opened();
  await client.close();
  await expect(again).rejects.toThrow();
  await world.opened(0);
  expect(wipe.ran).toEqual([]);
});

test("S0.60: without the app every request is answered with an error, and once the app is there the next one works", async () => {
  const world = await gatewayWorld();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const client = byHand(await envOf(world, url));
  client.send(hello);
  expect((await client.hears({ id: 0 }))?.error?.message).toContain(`does not answer at ${url}. Nothing was run`);
  const listed = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
  client.send({ id: 1, method: "tools/list", params: { _meta: listed } });
  expect((await client.hears({ id: 1 }))?.error?.message).toContain("does not answer");
  await listening(world, { port });
  client.send({ ...hello, id: 2 });
  expect((await client.hears({ id: 2 }))?.result).toMatchObject({ serverInfo: { name: "countersign" } });
  client.child.stdin.end();
  const [[code]] = await client.ended;
  expect(code).toBe(0);
});

test("S0.60: a wrong key, and an app that answers something else, are said in words", async () => {
  const world = await gatewayWorld();
  const stranger = byHand({ COUNTERSIGN_URL: await listening(world), COUNTERSIGN_KEY: "cs_x" });
  stranger.send(hello);
  expect((await stranger.hears({ id: 0 }))?.error?.message).toContain(
    "does not let this key in (401). Nothing was run.",
  );
  const busy = createServer((_request, response) => response.writeHead(503).end('{"detail":"It is full."}'));
  const late = byHand({ COUNTERSIGN_URL: await listeningAt(busy), COUNTERSIGN_KEY: "cs_x" });
  late.send(hello);
  expect((await late.hears({ id: 0 }))?.error?.message).toBe("Countersign answered 503: It is full.");
});

test("S0.60: without a key it does not start, and says why; a key goes to no address where others could read it", async () => {
  const { ended, heard } = byHand({});
  const [[code], err] = await ended;
  expect([code, err, heard]).toEqual([1, "There is no key: set COUNTERSIGN_KEY or COUNTERSIGN_KEY_FILE.\n", []]);
  const problems = [
    [{ COUNTERSIGN_KEY: " " }, "There is no key"],
    [{ COUNTERSIGN_KEY_FILE: "/nowhere/key" }, "cannot be read"],
    [{ COUNTERSIGN_KEY: "cs_x\n# A note." }, "That is no key"],
    [{ ...nowhere, COUNTERSIGN_URL: "http://example.com" }, "must begin with https://"],
    [{ ...nowhere, COUNTERSIGN_URL: "http://localhost.example.com" }, "must begin with https://"],
    [{ ...nowhere, COUNTERSIGN_URL: "file:///etc" }, "must begin with https://"],
    [{ ...nowhere, COUNTERSIGN_URL: "no address" }, "is no address"],
  ] as const;
  for (const [env, why] of problems) {
    expect(reachApp(env, "/api/mcp")).toEqual({ problem: expect.stringContaining(why) });
  }
  const { COUNTERSIGN_KEY } = nowhere;
  expect(reachApp({ ...nowhere, COUNTERSIGN_URL: "https://example.com/x" }, "/api/mcp")).toEqual({
    address: new URL("https://example.com/api/mcp"),
    headers: { authorization: `Bearer ${COUNTERSIGN_KEY}` },
  });
});

/** One address behind which the app can end and start again. */
async function restarting(tool: ReturnType<typeof fakeTool>) {
  let world = await gatewayWorld({ tools: [tool] });
  const servers: Server[] = [];
  const url = await listening(() => world, { servers });
  return {
    env: await envOf(world, url),
    world: () => world,
    /** As a power cut would end it: what was open is cut off. */
    cut: () => servers[0]?.closeAllConnections(),
    restart: async () => {
      await world.close();
      world = await gatewayWorld({ tools: [tool], store: world.database });
    },
  };
}

test("S0.60, S0.33: an app that is gone in mid-call: an error, and the call is not made again", async () => {
  const running = Promise.withResolvers<void>();
  const slow = fakeTool("slow", { flag: "never", act: () => running.promise.then(() => said("done")) });
  const app = await restarting(slow);
  const client = await greeted(app.env);
  client.send(call(1, "srv__slow"));
  await expect.poll(() => slow.ran).toHaveLength(1);
  app.cut();
  expect((await client.hears({ id: 1 }))?.error?.message).toContain("Whether it ran is not known here");
  const modern = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "by hand", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  client.send({ id: 2, method: "tools/call", params: { name: "srv__slow", arguments: {}, _meta: modern } });
  await expect.poll(() => slow.ran).toHaveLength(2);
  app.cut();
  expect((await client.hears({ id: 2 }))?.error?.message).toContain("Whether it ran is not known here");
  running.resolve();
  client.send({ id: 3, method: "tools/list" });
  await client.hears({ id: 3 });
  expect(slow.ran).toHaveLength(2);
});

test("S0.60, S0.33: after a restart of the app a client goes on in a new session; its answer to an old question reaches no other", async () => {
  const wipe = fakeTool("wipe");
  const app = await restarting(wipe);
  const client = await greeted(app.env);
  client.send(call(1, "srv__wipe"));
  const before = await client.hears({ method: "elicitation/create" });
  await app.restart();
  app.cut();
  expect((await client.hears({ id: 1 }))?.error).toBeDefined();
  client.send(call(2, "srv__wipe"));
  await expect.poll(() => client.heard.filter(({ method }) => method === "elicitation/create")).toHaveLength(2);
  expect(client.heard).toContainEqual(expect.objectContaining({ method: "notifications/tools/list_changed" }));
  expect(client.heard).toContainEqual(
    expect.objectContaining({ method: "notifications/cancelled", params: { requestId: before?.id } }),
  );
  client.send({ id: before?.id, result: approve });
  const after = client.heard.findLast(({ method }) => method === "elicitation/create");
  expect(after?.id).not.toBe(before?.id);
  client.send({ id: after?.id, result: { action: "accept", content: { decision: "decline" } } });
  expect((await client.hears({ id: 2 }))?.result).toMatchObject({ isError: true });
  expect(wipe.ran).toEqual([]);
});

test("S0.60: an app that takes a session and then does not know it is not asked for others without end", async () => {
  let sessions = 0;
  const app = createServer((request, response) => {
    void text(request).then((sent) => {
      const { id, method } = JSON.parse(sent || "{}") as Message;
      if (request.method === "GET") return response.writeHead(404).end();
      if (id === undefined) return response.writeHead(202).end();
      if (method === "initialize") sessions += 1;
      const result = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "by hand", version: "1" } };
      const headers = { "content-type": "application/json", "mcp-session-id": `s-${sessions}` };
      return response.writeHead(200, headers).end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    });
  });
  const client = await greeted({ ...nowhere, COUNTERSIGN_URL: await listeningAt(app) });
  await expect.poll(() => sessions).toBeGreaterThan(3);
  for (let id = 1; id <= 10; id += 1) {
    client.send({ id, method: "tools/list" });
    await client.hears({ id });
  }
  expect(sessions).toBeLessThan(8);
});
