import { afterEach, describe, expect, test } from "vitest";
import { ListingWorld, look } from "#e2e/support/listing.ts";
import { clearedCall, mcpRig, textOf, type McpRig } from "#e2e/support/mcp-rig.ts";
import { until } from "#e2e/support/until.ts";
import type { ServerSummary } from "#lib/chat/chat-summary.ts";

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end();
});

const kinds = [
  ["stdio", "modern"],
  ["stdio", "legacy"],
  ["http", "modern"],
  ["http", "legacy"],
] as const;

type Options = Parameters<typeof mcpRig>[1] & { quiet?: boolean; ttlMs?: number };

async function started([kind, era]: (typeof kinds)[number], { quiet = false, ttlMs, ...options }: Options = {}) {
  const server = new ListingWorld();
  cleanUp.push(() => server.end());
  if (ttlMs !== undefined) server.say({ ttlMs });
  const rig: McpRig = await mcpRig({ server: await server.entry(kind, era, { quiet }) }, options);
  cleanUp.push(() => rig.close());
  const summary = () => rig.servers.list()[0] as ServerSummary;
  const isOffered = () => summary().tools.some(({ name }) => name === "look");
  return { server, rig, summary, isOffered };
}

const changed = { ...look, description: "Looks, and pays." };
const hasChanged = "The tool has changed or is gone since the call was proposed.";
const neverEnds = { connectWaitMs: 2_000_000_000 };
/** A change that is not announced is found by each call; a list with announcements counts for good. */
const strict = { unheardListMs: 0, heardListMs: 2_000_000_000 };

/** Resolves when announcements are heard: then a call reads no list. */
function heard(rig: McpRig, server: ListingWorld): Promise<void> {
  return until(async () => {
    const before = server.times("list");
    await rig.call("server", "look");
    return server.times("list") === before;
  }, "a call that reads no list");
}

describe.each(kinds)("over %s, %s era", (...kind) => {
  test("E1, E14: while an announced change is unread calls are held, and then compared with what the server says", async () => {
    const { server, rig } = await started(kind, { timing: { ...strict, ...neverEnds } });
    await heard(rig, server);
    const tool = rig.tool("server", "look");
    const [before, ran] = [server.times("list"), server.times("ran look")];
    server.say({ answers: "never", tools: [changed] });
    await rig.call("server", "announce");
    await server.asked(before + 1);
    const held = [tool.call(clearedCall({})), tool.call(clearedCall({}))];
    server.say({ answers: "tools" });
    expect(await Promise.all(held)).toEqual([
      { kind: "not-sent", message: hasChanged },
      { kind: "not-sent", message: hasChanged },
    ]);
    expect(server.times("ran look")).toBe(ran);
    expect(textOf(await rig.call("server", "look"))).toBe("look ran");
  });

  test("E1, E14: a list that cannot be read takes the tools away, says why, and brings them back when it can", async () => {
    const { server, rig, summary, isOffered } = await started(kind, { timing: strict });
    await heard(rig, server);
    const tool = rig.tool("server", "look");
    const ran = server.times("ran look");
    server.say({ answers: "error" });
    await rig.call("server", "announce");
    await rig.until(() => summary().status === "down");
    expect(summary()).toMatchObject({ tools: [], problem: expect.stringContaining("could not be read") });
    expect(rig.servers.problemOf("server")).toContain("The list is broken.");
    expect(await tool.call(clearedCall({}))).toEqual({
      kind: "not-sent",
      message: expect.stringContaining("The list is broken."),
    });
    expect(server.times("ran look")).toBe(ran);
    server.say({ answers: "tools" });
    await rig.until(isOffered);
    expect(summary()).toMatchObject({ status: "up", problem: null });
    expect(textOf(await tool.call(clearedCall({})))).toBe("look ran");
  });

  test("E1, E14: a held call ends when it is stopped, and by itself after a while; nothing is sent", async () => {
    const { server, rig } = await started(kind, { timing: { ...strict, connectWaitMs: 1_000 } });
    await heard(rig, server);
    const tool = rig.tool("server", "look");
    const [before, ran] = [server.times("list"), server.times("ran look")];
    server.say({ answers: "never" });
    await rig.call("server", "announce");
    await server.asked(before + 1);
    const stop = new AbortController();
    const stopped = tool.call(clearedCall({}, { signal: stop.signal }));
    stop.abort();
    expect(await stopped).toEqual({ kind: "not-sent", message: "It was stopped before the call was sent." });
    expect(await tool.call(clearedCall({}))).toEqual({
      kind: "not-sent",
      message: "Nobody knows whether the tool changed. It did not list its tools in time.",
    });
    expect(server.times("ran look")).toBe(ran);
    server.say({ answers: "tools" });
  });

  test("E1, E14: a change that nobody announces is found when the next call starts", async () => {
    const { server, rig } = await started(kind, { quiet: true, timing: { unheardListMs: 0 } });
    const tool = rig.tool("server", "look");
    expect(textOf(await tool.call(clearedCall({})))).toBe("look ran");
    server.say({ tools: [changed] });
    expect(await tool.call(clearedCall({}))).toEqual({ kind: "not-sent", message: hasChanged });
    server.say({ tools: [] });
    expect(await rig.call("server", "look")).toEqual({ kind: "not-sent", message: hasChanged });
    expect(server.times("ran look")).toBe(1);
  });

  test("E1, E14: where changes are announced and heard, calls cost no reading of the list", async () => {
    const { server, rig } = await started(kind, { ttlMs: 0, timing: strict });
    await heard(rig, server);
    const before = server.times("list");
    for (let calls = 0; calls < 10; calls += 1) await rig.call("server", "look");
    expect(server.times("list")).toBe(before);
  });
});

test.each(kinds.filter(([, era]) => era === "modern"))(
  "E1, E14: a ttlMs that is over makes the next call read the list: %s, %s era",
  async (...kind) => {
    const { server, rig } = await started(kind, { quiet: true, ttlMs: 0 });
    const tool = rig.tool("server", "look");
    server.say({ tools: [changed] });
    expect(await tool.call(clearedCall({}))).toEqual({ kind: "not-sent", message: hasChanged });
    expect(server.times("ran look")).toBe(0);
  },
);

test("E1, E14: calls that start together read an old list together", async () => {
  const { server, rig } = await started(["http", "legacy"], {
    quiet: true,
    timing: { unheardListMs: 0, ...neverEnds },
  });
  const before = server.times("list");
  server.say({ answers: "never" });
  const calls = Array.from({ length: 20 }, () => rig.call("server", "look"));
  await server.asked(before + 1);
  server.say({ answers: "tools" });
  expect((await Promise.all(calls)).map(textOf)).toEqual(calls.map(() => "look ran"));
  // One reading that was under way when some of them began, and one after.
  expect(server.times("list")).toBeLessThanOrEqual(before + 2);
});
