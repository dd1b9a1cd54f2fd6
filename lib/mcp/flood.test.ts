import { afterEach, describe, expect, test } from "vitest";
import { clearedCall, mcpRig, textOf, type McpRig } from "#e2e/support/mcp-rig.ts";
import { serverFile, startServer } from "#e2e/support/servers/start-server.ts";
import { cappedFetch } from "#lib/mcp/transport/capped-fetch.ts";
import { FloodGuard } from "#lib/mcp/transport/flood-guard.ts";
import { HttpTransport } from "#lib/mcp/transport/http-transport.ts";
import { ProgramTransport } from "#lib/mcp/transport/program-transport.ts";

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end();
});

type Kind = "stdio" | "http";
const patient = { firstPauseMs: 600_000, maxPauseMs: 600_000 };

/** A server that floods us and one that does not. */
async function rigFor(kind: Kind, settings: object = {}, { era = "legacy", timing = {} as object } = {}) {
  const written = JSON.stringify(settings);
  const web = kind === "http" ? await startServer("flooding-server.ts", written) : null;
  if (web !== null) cleanUp.push(() => web.stop());
  const server =
    web === null ? { command: "node", args: [serverFile("flooding-server.ts"), written] } : { url: web.url };
  const other = { command: "node", args: [serverFile("misbehaving-server.ts")], era: "legacy" };
  const rig = await mcpRig({ server: { ...server, era }, other }, { timing });
  cleanUp.push(() => rig.close());
  return { rig, counts: () => countsOf(web?.url ?? "") };
}

/** What a web server was sent so far, asked beside our client. */
async function countsOf(
  url: string,
): Promise<Record<"lists" | "answers" | "streams" | "initialized" | "calls", number>> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "counts" } });
  const response = await fetch(url, { method: "POST", body });
  return JSON.parse((await response.json()).result.content[0].text);
}

async function program(settings: object, guard: FloodGuard) {
  const args = [serverFile("flooding-server.ts"), JSON.stringify(settings)];
  const transport = new ProgramTransport(
    { command: "node", args, cwd: ".", env: { PATH: process.env["PATH"] ?? "" } },
    { maxMessageBytes: 1024 * 1024, guard, onStderr: (stream) => stream.resume() },
  );
  await transport.start();
  return { guard, transport };
}

async function webServer(settings: object, guard: FloodGuard) {
  const running = await startServer("flooding-server.ts", JSON.stringify(settings));
  const { fetch, close } = cappedFetch({ guard, privately: "anywhere" });
  cleanUp.push(running.stop, close);
  const transport = new HttpTransport(new URL(running.url), guard, { fetch });
  await transport.start();
  return { guard, transport };
}

const stateOf = (rig: McpRig) => rig.servers.list().find(({ id }) => id === "server")!;
const tooMuch = "it sent more than 500 messages a second";
const tooMany = "it asked more than 20 things a second of us";
const dropped = (why: string) => `It was dropped: ${why}. It is tried again after a pause.`;

describe("a flood", () => {
  test.each<[string, Kind, string, string]>([
    ["pings", "stdio", "ping", tooMany],
    ["pings", "http", "ping", tooMany],
    ["requests for a model", "stdio", "sampling", tooMany],
    ["requests of no known kind", "http", "unknown", tooMany],
    ["log messages", "stdio", "log", tooMuch],
    ["log messages", "http", "log", tooMuch],
    ["progress", "stdio", "progress", tooMuch],
    ["progress", "http", "progress", tooMuch],
    ["announced changes", "stdio", "changed", tooMuch],
    ["answers to nothing", "http", "foreign", tooMuch],
    ["lines that are no messages", "stdio", "garbage", tooMuch],
    ["empty lines", "stdio", "nothing", tooMuch],
    ["events without data", "http", "nothing", tooMuch],
  ])(
    "G15: of %s over %s drops the server, leaves its call unknown and costs another none",
    async (_, kind, what, why) => {
      const { rig, counts } = await rigFor(kind, {}, { timing: patient });
      const tool = rig.tool("server", "flood");
      const since = performance.now();
      const flooded = rig.call("server", "flood", { kind: what });
      expect(textOf(await rig.call("other", "twice"))).toBe("first");
      expect(await flooded).toEqual({ kind: "unknown", message: `No answer came: ${why}.` });
      await rig.until(() => stateOf(rig).status === "down");
      expect(stateOf(rig)).toMatchObject({ problem: dropped(why), tools: [] });
      expect(await tool.call(clearedCall({}))).toEqual({
        kind: "not-sent",
        message: `The server "server" cannot be reached. ${dropped(why)}`,
      });
      expect(textOf(await rig.call("other", "twice"))).toBe("first");
      if (kind === "http") expect(await counts()).toMatchObject({ calls: 1, initialized: 1 });
      // 110 at once and 20 a second, of 51,000; however slow this is, few of them.
      const mostAnswers = Math.min(2_000, 110 + 20 * Math.ceil((performance.now() - since) / 1_000));
      if (kind === "http") expect((await counts()).answers).toBeLessThanOrEqual(mostAnswers);
    },
  );

  test.each(["stdio", "http"] as const)("G15: it is bounded in the newest era too: %s", async (kind) => {
    const { rig } = await rigFor(kind, {}, { era: "modern", timing: patient });
    expect(await rig.call("server", "flood", { kind: "log" })).toEqual({
      kind: "unknown",
      message: `No answer came: ${tooMuch}.`,
    });
    await rig.until(() => stateOf(rig).status === "down");
    expect(stateOf(rig).problem).toBe(dropped(tooMuch));
  });

  test("G15: on the session's own stream it drops the server as well", async () => {
    const { rig, counts } = await rigFor("http", {}, { timing: patient });
    // Its own stream is opened beside the first call.
    while ((await counts()).streams === 0) await new Promise(setImmediate);
    await rig.call("server", "flood", { own: true });
    await rig.until(() => stateOf(rig).status === "down");
    expect(stateOf(rig).problem).toBe(dropped(tooMany));
    expect((await counts()).calls).toBe(1);
  });

  test.each(["stdio", "http"] as const)("G15: before its tools are known it says why it is down: %s", async (kind) => {
    const { rig } = await rigFor(kind, { atOnce: "ping" }, { timing: patient });
    expect(stateOf(rig)).toMatchObject({ status: "down", problem: dropped(tooMany) });
  });

  test("G15: a server that was dropped is connected again after the pause, and its tools work", async () => {
    const { rig, counts } = await rigFor("http");
    expect((await rig.call("server", "flood", { kind: "log" })).kind).toBe("unknown");
    await rig.until(() => stateOf(rig).status === "down");
    await rig.until(() => stateOf(rig).status === "up");
    expect(textOf(await rig.call("server", "counts"))).toContain('"calls":1');
    expect((await counts()).initialized).toBe(2);
  });

  test("G15: what ordinary servers send in bursts is taken", async () => {
    const { rig } = await rigFor("stdio");
    let heard = 0;
    const outcome = await rig.call("server", "flood", { kind: "log", many: 1_500 }, { onProgress: () => (heard += 1) });
    expect(outcome.kind).toBe("result");
    expect(stateOf(rig)).toMatchObject({ status: "up", problem: null });
  });
});

describe("lists", () => {
  test("G15: a large list that is announced a thousand times is read a few times", async () => {
    const { rig, counts } = await rigFor("http", { tools: 400, bytes: 4_000 });
    expect((await rig.call("server", "flood", { kind: "changed", many: 1_000 })).kind).toBe("result");
    expect(stateOf(rig).status).toBe("up");
    expect((await counts()).lists).toBeLessThanOrEqual(10);
  });

  test("G15: a list without end is given up", async () => {
    const { rig, counts } = await rigFor("http", { endless: true, tools: 600 }, { timing: patient });
    expect(stateOf(rig)).toMatchObject({ status: "down", problem: "Its list of tools is too long: more than 2000." });
    expect((await counts()).lists).toBe(4);
  });

  test("G15: a list that is too large in all its pages is given up", async () => {
    const { rig, counts } = await rigFor("http", { endless: true, tools: 30, bytes: 100_000 }, { timing: patient });
    expect(stateOf(rig)).toMatchObject({ status: "down", problem: "Its list of tools is larger than 8 MB." });
    expect((await counts()).lists).toBe(3);
  });
});

describe("messages that cost more than their bytes", () => {
  test("G15: a message of a million values is not parsed, and ends the stream of a web server", async () => {
    const { rig } = await rigFor("http");
    expect(await rig.call("server", "flood", { kind: "dense", many: 1 })).toEqual({
      kind: "unknown",
      message: "No answer came: it is made of more than 100000 values.",
    });
  });

  test("G15: a program's message of a million values is not parsed, and its call goes on", async () => {
    const { rig } = await rigFor("stdio");
    expect((await rig.call("server", "flood", { kind: "dense", many: 1 })).kind).toBe("result");
    expect(rig.log.map(({ fields }) => fields["error"])).toContain(
      "A message of the program was not read, because it is made of more than 100000 values.",
    );
  });

  test("G15: nor is one answer of thousands of messages", async () => {
    const { rig, counts } = await rigFor("http");
    expect(await rig.call("server", "flood", { kind: "batch" })).toEqual({
      kind: "unknown",
      message: "No answer came: it is made of more than 2000 values.",
    });
    expect((await counts()).answers).toBe(0);
  });
});

test.each([0, 99_999_999_999])(
  "G15: a stream that ends over and over is not opened in a loop, with retry %d",
  async (retry) => {
    const since = performance.now();
    const { rig, counts } = await rigFor("http", { retry });
    for (let call = 0; call < 100; call += 1) await rig.call("server", "counts");
    expect((await counts()).streams).toBeLessThanOrEqual(11 + Math.ceil((performance.now() - since) / 1_000));
  },
);

/** Five messages at once and hardly one after them; nothing else is bounded. */
const fewMessages = () =>
  new FloodGuard({
    messages: { burst: 5, perSecond: 0.001 },
    requests: { burst: 1, perSecond: 1 },
    pieces: { burst: 1_000, perSecond: 1 },
    bytes: { burst: 1e9, perSecond: 1e9 },
    unread: 1,
  });
const tooManyOfFew = "it sent more than 0.001 messages a second";

/** Calls the tool that floods, or `counts`; resolves to the first message with an id, or to "dropped". */
function asker({ transport, guard }: { transport: ProgramTransport | HttpTransport; guard: FloodGuard }) {
  return (id: number, what: string, many = 20) => {
    const answered = new Promise((resolve) => {
      transport.onmessage = (message) => "id" in message && resolve(message);
    });
    const params = { name: what === "counts" ? "counts" : "flood", arguments: { kind: what, many } };
    const over = new Promise((resolve) => guard.over.addEventListener("abort", () => resolve("dropped")));
    void transport.send({ jsonrpc: "2.0", id, method: "tools/call", params }).catch(() => {});
    return Promise.race([answered, over]);
  };
}

test.each<Kind>(["stdio", "http"])("G15: answers to requests of ours are no flood, however many: %s", async (kind) => {
  const guard = fewMessages();
  const { transport } = await (kind === "stdio" ? program({}, guard) : webServer({}, guard));
  const call = asker({ transport, guard });
  for (let id = 1; id <= 50; id += 1) expect(await call(id, "counts")).toMatchObject({ id });
  expect(await call(51, "log")).toBe("dropped");
  expect(guard.flooded?.short).toBe(tooManyOfFew);
  await transport.close();
});

test.each<Kind>(["stdio", "http"])(
  "G15: other work gets its turn after every 25 messages of a server that sends many at once: %s",
  async (kind) => {
    const guard = new FloodGuard();
    const { transport } = await (kind === "stdio" ? program({}, guard) : webServer({}, guard));
    let turn = 0;
    const other = () => {
      turn += 1;
      next = setImmediate(other);
    };
    let next = setImmediate(other);
    const inTurn = new Map<number, number>();
    const answered = new Promise<void>((resolve) => {
      transport.onmessage = (message) => {
        inTurn.set(turn, (inTurn.get(turn) ?? 0) + 1);
        if ("result" in message) resolve();
      };
    });
    const params = { name: "flood", arguments: { kind: "log", many: 1_500 } };
    void transport.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params }).catch(() => {});
    await answered;
    clearImmediate(next);
    expect([...inTurn.values()].reduce((sum, many) => sum + many)).toBe(1_501);
    expect(Math.max(...inTurn.values())).toBeLessThanOrEqual(25);
    await transport.close();
  },
);

test("G15: a server is bounded over all its connections: what is little on each is too much on two", async () => {
  const { rig } = await rigFor("stdio", {}, { timing: patient });
  const pings = () => rig.call("server", "flood", { kind: "ping", many: 100 });
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const elicit = async () => {
    asked.resolve();
    await answer.promise;
    return { action: "decline" } as const;
  };
  const first = rig.call("server", "flood", { kind: "elicitation", many: 1, waits: true }, { elicit });
  await asked.promise;
  // It was seen to ask, so this call has a connection for itself.
  expect((await pings()).kind).toBe("result");
  answer.resolve();
  expect((await first).kind).toBe("result");
  expect(await pings()).toEqual({ kind: "unknown", message: `No answer came: ${tooMany}.` });
  await rig.until(() => stateOf(rig).status === "down");
  expect(stateOf(rig).problem).toBe(dropped(tooMany));
});

test("G15: in an answer of several messages each of them counts", async () => {
  const guard = fewMessages();
  const { transport } = await webServer({}, guard);
  const call = asker({ transport, guard });
  expect(await call(1, "batch", 5)).toMatchObject({ id: "s0" });
  expect(await call(2, "counts")).toMatchObject({ id: 2 });
  expect(await call(3, "batch", 2)).toBe("dropped");
  expect(guard.flooded?.short).toBe(tooManyOfFew);
  await transport.close();
});

test("G15: of many questions at once a person gets twenty; the rest are refused", async () => {
  const { rig, counts } = await rigFor("http");
  const stop = new AbortController();
  let asked = 0;
  const elicit = () => {
    asked += 1;
    return new Promise<never>(() => {});
  };
  const call = rig.call(
    "server",
    "flood",
    { kind: "elicitation", many: 60, own: false },
    { elicit, signal: stop.signal },
  );
  while ((await counts()).answers < 40) await new Promise(setImmediate);
  expect(asked).toBe(20);
  stop.abort();
  await call;
});

test("G15: what a program says on stderr is read to its end and logged within bounds", async () => {
  const { rig } = await rigFor("stdio");
  expect((await rig.call("server", "flood", { kind: "stderr" })).kind).toBe("result");
  await rig.until(() => rig.log.some(({ event }) => event === "tool-server.stderr-muted"));
  expect(rig.log.filter(({ event }) => event === "tool-server.stderr")).toHaveLength(200);
});

describe("a server that does not read", () => {
  const many = { burst: 1_000_000, perSecond: 1_000_000 };
  const loose = { messages: many, requests: many, pieces: many, bytes: { burst: 1e9, perSecond: 1e9 }, unread: 100 };
  const callFlood = (kind: string) =>
    ({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "flood", arguments: { kind } } }) as const;

  const deafProgram = () => program({ deaf: true }, new FloodGuard(loose));
  const deafWebServer = () => webServer({ deaf: true }, new FloodGuard(loose));

  test.each([
    ["stdio", deafProgram],
    ["http", deafWebServer],
  ])("G15: is dropped once our answers back up: %s", async (_, start) => {
    const { guard, transport } = await start();
    const ended = new Promise<void>((resolve) => (transport.onclose = resolve));
    let answered = 0;
    transport.onmessage = (message) => {
      if (!("method" in message) || !("id" in message)) return;
      answered += 1;
      void transport.send({ jsonrpc: "2.0", id: message.id, result: {} }).catch(() => {});
    };
    await transport.send(callFlood("ping"));
    await ended;
    expect(guard.flooded?.short).toBe("it does not take our answers as fast as it asks");
    expect(answered).toBeLessThan(51_000);
  });

  test("G15: is dropped once our calls back up, and no more are sent", async () => {
    const { guard, transport } = await deafProgram();
    const ended = new Promise<void>((resolve) => (transport.onclose = resolve));
    await transport.send(callFlood("nothing"));
    const large = { ...callFlood("nothing"), params: { name: "x", arguments: { text: "x".repeat(300_000) } } };
    const sent = Array.from({ length: 20 }, () =>
      transport.send(large).then(
        () => "sent",
        () => "refused",
      ),
    );
    await ended;
    expect(guard.flooded?.short).toBe("it does not read what we send");
    expect(await Promise.all(sent)).toContain("refused");
    await expect(transport.send(large)).rejects.toThrow("Not connected");
  });
});
