import { afterEach, describe, expect, test } from "vitest";
import { mcpRig, textOf, type McpRig } from "#e2e/support/mcp-rig.ts";
import { startServer, type RunningServer } from "#e2e/support/servers/start-server.ts";
import { SseTransport } from "./transport/sse-transport.ts";
import { cappedFetch } from "./transport/capped-fetch.ts";
import { FloodGuard } from "./transport/flood-guard.ts";

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end();
});

async function running(settings: object = {}): Promise<RunningServer> {
  const server = await startServer("sse-server.ts", JSON.stringify(settings));
  cleanUp.push(server.stop);
  return server;
}

async function rigFor(settings: object = {}, { entry = {} as object, timing = {} as object } = {}): Promise<McpRig> {
  const { url } = await running(settings);
  const rig = await mcpRig({ server: { type: "sse", url, ...entry } }, { timing });
  cleanUp.push(() => rig.close());
  return rig;
}

const patient = { firstPauseMs: 600_000, maxPauseMs: 600_000 };
const stateOf = (rig: McpRig) => rig.servers.list()[0]!;
const countsOf = async (rig: McpRig) => JSON.parse(textOf(await rig.call("server", "counts")));

describe("a server of HTTP+SSE", () => {
  test("M60: its tools are listed and called, with the headers of its entry, on one stream", async () => {
    const rig = await rigFor({}, { entry: { headers: { Authorization: "Bearer t0ken-for-the-server" } } });
    expect(stateOf(rig)).toMatchObject({ status: "up", problem: null });
    expect(textOf(await rig.call("server", "echo", { a: 1 }))).toBe('{"a":1}');
    expect(await countsOf(rig)).toMatchObject({ streams: 1, authorization: "[masked 79b7]" });
    expect(rig.servers.inspect()[0]?.era).toBe("legacy");
  });

  test("M60: a question in mid-call reaches the person of its call", async () => {
    const rig = await rigFor();
    const elicit = async () => ({ action: "accept" as const, content: { seats: 4 } });
    expect(JSON.parse(textOf(await rig.call("server", "ask", {}, { elicit })))).toEqual({
      action: "accept",
      content: { seats: 4 },
    });
  });

  test("M60: a call that is stopped is cancelled, and the next one answers", async () => {
    const rig = await rigFor();
    const stop = new AbortController();
    const waiting = rig.call("server", "wait", {}, { signal: stop.signal });
    while ((await countsOf(rig)).calls < 2) await new Promise(setImmediate);
    stop.abort();
    expect((await waiting).kind).toBe("unknown");
    expect(textOf(await rig.call("server", "echo"))).toBe("{}");
  });

  test("M60: a call is unknown when the stream ends, is not sent again, and the server is connected anew", async () => {
    const rig = await rigFor();
    expect(await rig.call("server", "drop")).toEqual({
      kind: "unknown",
      message: "The connection was lost after the call was sent.",
    });
    await rig.until(() => stateOf(rig).status === "up" && stateOf(rig).tools.length > 0);
    // The drop, and the question for the counts.
    expect(await countsOf(rig)).toMatchObject({ streams: 2, calls: 2 });
  });

  test("M60: what it answers to a message is not read, however long it goes on", async () => {
    const rig = await rigFor({ endless: true });
    expect(textOf(await rig.call("server", "echo"))).toBe("{}");
  });

  test("M60: a message that it refuses was not run", async () => {
    const rig = await rigFor({ refuses: 403 }, { timing: patient });
    expect(await rig.call("server", "echo")).toEqual({
      kind: "not-sent",
      message: "The server refused the request (HTTP 403).",
    });
  });
});

describe("M60, G15: a server of HTTP+SSE that sends too much is dropped", () => {
  test("too many messages", async () => {
    const rig = await rigFor({}, { timing: patient });
    const why = "it sent more than 500 messages a second";
    expect((await rig.call("server", "flood")).kind).toBe("unknown");
    await rig.until(() => stateOf(rig).status === "down");
    expect(stateOf(rig)).toMatchObject({ problem: `It was dropped: ${why}. It is tried again after a pause.` });
  });

  test("a message that is too large ends its stream", async () => {
    const rig = await rigFor();
    expect((await rig.call("server", "huge")).kind).toBe("unknown");
    await rig.until(() => stateOf(rig).status === "up" && stateOf(rig).tools.length > 0);
    expect(textOf(await rig.call("server", "echo"))).toBe("{}");
  });
});

describe("M60: one that cannot be spoken to says why", () => {
  test.each<[string, object, RegExp]>([
    ["refuses access", { says: 401 }, /refuses access \(HTTP 401\); check the headers/],
    ["is not there", { says: 404 }, /has no MCP server at this path \(HTTP 404\)/],
    ["fails", { says: 500 }, /answers with an error \(HTTP 500\)\.$/],
    ["answers with a page", { says: "page" }, /answers, but not with a stream of events as HTTP\+SSE does\.$/],
    ["leads to another host", { endpoint: "http://169.254.169.254/latest" }, /does not match connection origin/],
    ["leads to no web address", { endpoint: "javascript:alert(1)" }, /does not match connection origin/],
    ["redirects elsewhere", { says: { to: "http://localhost:1/elsewhere" } }, /HTTP 307|redirect/i],
  ])("%s", async (_, settings, sentence) => {
    const rig = await rigFor(settings, { timing: patient });
    expect(stateOf(rig)).toMatchObject({ status: "down", tools: [] });
    expect(stateOf(rig).problem).toMatch(sentence);
  });

  test("is not there at all", async () => {
    const rig = await mcpRig({ server: { type: "sse", url: "http://127.0.0.1:47/sse" } }, { timing: patient });
    cleanUp.push(() => rig.close());
    expect(stateOf(rig).problem).toBe("Nothing answers at http://127.0.0.1:47.");
  });

  test("speaks nothing else than it, which the entry does not say", async () => {
    const { url } = await running({ says: 405 });
    const rig = await mcpRig({ server: { url: url.replace("/sse", "/mcp") } }, { timing: patient });
    cleanUp.push(() => rig.close());
    expect(stateOf(rig).problem).toBe(
      `${new URL(url).origin} does not take streamable HTTP here (HTTP 405). If it speaks the older HTTP+SSE, say "type": "sse".`,
    );
  });
});

test("M60: a stream that never says where messages go to is given up; closing ends the wait", async () => {
  const { url } = await running({ says: "nothing" });
  const guard = new FloodGuard();
  const { fetch, close } = cappedFetch({ guard, privately: "anywhere" });
  cleanUp.push(close);
  const transport = new SseTransport(new URL(url), guard, { fetch });
  const starting = transport.start();
  setImmediate(() => void transport.close());
  await expect(starting).rejects.toThrow("It was closed.");
});

test("M60, E9: an address in a private network is not connected to unless somebody confirmed it", async () => {
  const { url } = await running();
  const guard = new FloodGuard();
  const { fetch, close } = cappedFetch({ guard, privately: [] });
  cleanUp.push(close);
  const transport = new SseTransport(new URL(url), guard, { fetch });
  await expect(transport.start()).rejects.toMatchObject({ cause: { code: "EPRIVATE" } });
});
