import { expect, onTestFinished, test, vi } from "vitest";
import { gateWorld, until, type GateWorld } from "#e2e/support/gate-world.ts";
import { ListingWorld, look } from "#e2e/support/listing.ts";
import { parseMcpConfig } from "#lib/mcp/config/config.ts";
import { mcpServers, type McpServers } from "#lib/mcp/servers/servers.ts";
import type { McpTiming } from "#lib/mcp/servers/usual-timing.ts";
import { toolApprovalPolicy, type ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { catalogueOf } from "#lib/server/tools/catalogue.ts";
import { decide } from "#lib/gate/answer/decide.ts";
import { serversSettled } from "#lib/gate/contract/servers-settled.ts";

const log = { error: () => {}, warn: () => {}, info: () => {} };
const write = { name: "write", description: "Writes.", inputSchema: { type: "object" } } as const;

/** The server as each process starts it anew. */
async function serversOf(server: ListingWorld, timing: Partial<McpTiming> = {}): Promise<() => McpServers> {
  const text = JSON.stringify({ mcpServers: { server: await server.entry("stdio", "modern") } });
  const environment = process.env;
  const configs = parseMcpConfig({ text, file: "mcp.json", folder: import.meta.dirname, environment });
  return () =>
    mcpServers(configs, {
      oversight: { inForce: (tool) => tool, isAccepted: () => true },
      environment,
      log,
      asks: () => true,
      timing: { firstPauseMs: 50, maxPauseMs: 400, ...timing },
    });
}

/** A whole app with one real server, which each process starts anew. */
async function started({ policy, ...timing }: Partial<McpTiming> & { policy?: ToolApprovalPolicy } = {}) {
  const server = new ListingWorld();
  server.say({ tools: [look, write] });
  const all: McpServers[] = [];
  const newServers = await serversOf(server, timing);
  const catalogue = () => {
    const servers = newServers();
    all.push(servers);
    servers.start();
    const { started, settled } = servers;
    return catalogueOf({
      own: [],
      servers,
      started,
      settled,
      agentTool: () => undefined,
      inForce: (tool) => tool,
      mostRisk: () => 5,
      log,
    });
  };
  const world = await gateWorld({ catalogue, ...(policy && { policy }) });
  onTestFinished(async () => {
    await Promise.all(all.map((servers) => servers.close()));
    await server.end();
  });
  await all[0]?.settled();
  return { world, server };
}

const calls = (name: string) => [{ calls: [{ name: `server__${name}`, args: {} }] }, { text: "Done." }];
const statesOf = async (world: GateWorld, chat: string) => (await world.calls(chat)).map(({ state }) => state);
const toldOf = async (world: GateWorld, chat: string) => (await world.calls(chat))[0]?.result_json ?? "";

/** The process dies, the card is approved, and another process goes on with it while its server cannot be started. */
async function approvedWhileDown({ world, server }: Awaited<ReturnType<typeof started>>, chat: string) {
  const [approval] = await world.open(chat);
  world.process.kill();
  server.say({ starts: "fails" });
  world.process = world.start();
  const { person } = world;
  const target = { approvalId: approval?.id ?? "" };
  const decided = await decide(world.process.gate, { person, target, action: "accept", via: "chat" });
  expect(decided).toHaveProperty("decided");
  return world.process.resume();
}

test("G2, G17: an approved call that is resumed before its server is up waits for it, and runs once", async () => {
  const parts = await started({ firstUpMs: 2_000_000_000 });
  const { world, server } = parts;
  const chat = await world.begin(calls("write"));
  const starts = server.times("started");
  const resumed = approvedWhileDown(parts, chat);
  await until(() => server.times("started") >= starts + 2, "a second attempt");
  expect(await statesOf(world, chat)).toEqual(["waiting"]);
  server.say({ starts: "at once" });
  await resumed;
  await world.idle(chat);
  expect(await statesOf(world, chat)).toEqual(["done"]);
  expect(server.times("ran write")).toBe(1);
});

test("G2, G17: a call that was not judged yet when its process died waits for its server, too", async () => {
  const judging = Promise.withResolvers<void>();
  const never = Promise.withResolvers<false>();
  let isHeld = true;
  const policy = toolApprovalPolicy.custom(() => {
    judging.resolve();
    return isHeld ? never.promise : false;
  });
  const { world, server } = await started({ policy, firstUpMs: 2_000_000_000 });
  const chat = "chat";
  world.tell(chat, calls("look"));
  await world.post(chat, chat);
  await judging.promise;
  isHeld = false;
  const starts = server.times("started");
  server.say({ starts: "fails" });
  const resumed = world.crash();
  await until(() => server.times("started") >= starts + 2, "a second attempt");
  expect(await statesOf(world, chat)).toEqual(["proposed"]);
  server.say({ starts: "at once" });
  await resumed;
  await world.idle(chat);
  expect(await statesOf(world, chat)).toEqual(["done"]);
  expect(server.times("ran look")).toBe(1);
});

test("G2, G17: a call whose server does not come up in time is refused, and the reason says why", async () => {
  const parts = await started({ firstUpMs: 2_000 });
  const { world, server } = parts;
  const chat = await world.begin(calls("write"));
  await approvedWhileDown(parts, chat);
  await world.idle(chat);
  expect(await statesOf(world, chat)).toEqual(["refused"]);
  expect(await toldOf(world, chat)).toContain("It cannot start.");
  expect(server.times("ran write")).toBe(0);
});

test("G2, G17: Stop ends a call that waits for its server", async () => {
  const parts = await started({ firstUpMs: 2_000_000_000 });
  const { world, server } = parts;
  const chat = await world.begin(calls("write"));
  const starts = server.times("started");
  const resumed = approvedWhileDown(parts, chat);
  await until(() => server.times("started") >= starts + 2, "a second attempt");
  await world.process.chats.stop(world.person.id, chat);
  await Promise.allSettled([resumed]);
  await world.idle(chat);
  expect(await statesOf(world, chat)).toEqual(["refused"]);
  expect(server.times("ran write")).toBe(0);
});

test("G17: the minute of a server begins when it is started, however long the instance stood there before", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const server = new ListingWorld();
  server.say({ starts: "fails" });
  const servers = (await serversOf(server))();
  onTestFinished(async () => {
    await servers.close();
    await server.end();
  });
  vi.advanceTimersByTime(24 * 3_600_000);
  let isReady = false;
  const early = servers.ready("server", new AbortController().signal).then(() => (isReady = true));
  servers.start();
  await until(() => server.times("started") >= 2, "a second attempt");
  expect(isReady).toBe(false);
  server.say({ starts: "at once" });
  await early;
  expect([...servers.offered().keys()]).toContain("server__look");
});

test("G22: a model is not held up for ever by servers that never begin", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const world = await gateWorld();
  const { gate } = world.process;
  gate.catalogue.settled = () => new Promise(() => {});
  const waits = serversSettled(gate, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(15_000);
  await waits;
});

test("E1, E14: while an announced change is unread neither a silent nor an approved call starts; then both are refused", async () => {
  const { world, server } = await started({ heardListMs: 2_000_000_000, connectWaitMs: 2_000_000_000 });
  const asked = await world.begin(calls("write"));
  const announcing = await world.begin(calls("announce"));
  server.say({ onAnnounced: { answers: "never" } });
  await world.settle(announcing, "accept");
  const lists = server.times("list");
  await server.asked(lists);
  world.tell("look", calls("look"));
  await world.post("looking", "look");
  await world.answer(asked, "accept");
  const tools = [look, write].map((tool) => ({ ...tool, description: "Pays." }));
  server.say({ tools, onAnnounced: {} });
  await world.idle("looking");
  await world.idle(asked);
  for (const chat of ["looking", asked]) {
    expect(await statesOf(world, chat)).toEqual(["refused"]);
    expect(await toldOf(world, chat)).toContain("its definition changed");
  }
  expect(server.log.filter((line) => line.startsWith("ran "))).toEqual(["ran announce"]);
});

test("E1, E14: calls of a server whose list cannot be read are refused, and the reason says so", async () => {
  const { world, server } = await started({ unheardListMs: 0 });
  const asked = await world.begin(calls("write"));
  const announcing = await world.begin(calls("announce"));
  server.say({ onAnnounced: { answers: "error" } });
  await world.settle(announcing, "accept");
  await until(() => world.process.gate.catalogue.problemOf("server") !== null, "its tools to be taken away");
  await world.settle(asked, "accept");
  expect(await statesOf(world, asked)).toEqual(["refused"]);
  expect(await toldOf(world, asked)).toContain("Its list of tools could not be read");
  expect(server.times("ran write")).toBe(0);
});
