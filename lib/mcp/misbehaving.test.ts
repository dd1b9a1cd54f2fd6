import { createServer } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { mcpRig, textOf, type McpRig } from "#e2e/support/mcp-rig.ts";
import { serverFile, startServer } from "#e2e/support/servers/start-server.ts";

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end();
});

async function rigFor(servers: Record<string, object>, timing?: object): Promise<McpRig> {
  const rig = await mcpRig(servers, { timing: timing ?? {} });
  cleanUp.push(() => rig.close());
  return rig;
}
const program = { command: "node", args: [serverFile("misbehaving-server.ts")], era: "legacy" };

async function web(...args: string[]): Promise<object> {
  const running = await startServer("misbehaving-server.ts", ...args);
  cleanUp.push(() => running.stop());
  return { url: running.url, era: "legacy" };
}

describe("answers that should not be", () => {
  test("E13: a second, a foreign and a garbled answer change nothing", async () => {
    const rig = await rigFor({ server: program });
    expect(textOf(await rig.call("server", "twice"))).toBe("first");
    expect(textOf(await rig.call("server", "foreign"))).toBe("mine");
    expect(textOf(await rig.call("server", "garbage"))).toBe("garbage");
    expect(textOf(await rig.call("server", "twice"))).toBe("first");
  });

  test("E13: an answer that comes after the call was given up is dropped", async () => {
    const rig = await rigFor({ server: program }, { silenceMs: 1_000 });
    expect((await rig.call("server", "late")).kind).toBe("unknown");
    expect(textOf(await rig.call("server", "twice"))).toBe("first");
  });

  test("an answer that is no tool result is reported as such", async () => {
    const rig = await rigFor({ server: program });
    const outcome = await rig.call("server", "invalid");
    expect(outcome).toMatchObject({ kind: "result", result: { isError: true } });
    expect(textOf(outcome)).toContain("not in a form that MCP knows");
  });

  test("a question outside of any call is put to nobody; what we do not offer is refused by name", async () => {
    const rig = await rigFor({ server: program });
    let asked = 0;
    const elicit = async () => {
      asked += 1;
      return { action: "accept" as const };
    };
    expect(textOf(await rig.call("server", "ask_later", {}, { elicit }))).toBe("answered first");
    while (!rig.log.some(({ event }) => event === "question.refused")) await new Promise(setImmediate);
    const refusal = JSON.parse(textOf(await rig.call("server", "sample")));
    expect(refusal).toMatchObject({ code: -32601 });
    expect(asked).toBe(0);
    expect(rig.log).toContainEqual({
      event: "question.refused",
      fields: { server: "server", problem: "There is no call in flight that this question could belong to." },
    });
  });

  test("E12: a result that is too deep, too long or binary is cut, and says so", async () => {
    const rig = await rigFor({ server: program });
    expect(textOf(await rig.call("server", "deep"))).toBe(
      "deep\n[Countersign left out of this result: everything nested deeper than 32 levels.]",
    );
    const outcome = await rig.call("server", "picture");
    const [picture, file, text, note] = textOf(outcome).split("\n");
    expect([picture, file]).toEqual(["[image/png (30000 bytes)]", "[binary content (3 bytes) file:///a.bin]"]);
    expect(Buffer.byteLength(`${picture}${file}${text}`)).toBe(256 * 1024);
    expect(note).toMatch(/^\[Countersign left out of this result: \d+ of 400000 bytes of text\.\]$/);
  });
});

describe("tools that should not be", () => {
  test("E3, E7: two of one name are routed to neither, and names from Object's prototype are ordinary names", async () => {
    const rig = await rigFor({ server: program });
    const [server] = rig.servers.list();
    const names = server!.tools.map(({ name }) => name);
    expect(names).not.toContain("twin");
    expect(names).not.toContain("task_only");
    expect(server!.problem).toContain('Two tools are called "twin"');
    expect(names).toEqual(expect.arrayContaining(["__proto__", "constructor", "twice"]));
    expect(textOf(await rig.call("server", "__proto__"))).toBe("__proto__");
    expect(textOf(await rig.call("server", "constructor"))).toBe("constructor");
    expect(rig.servers.offered().get("toString")).toBeUndefined();
    expect(Object.prototype).not.toHaveProperty("polluted");
  });
});

/** How much more memory the process held than before while `work` went on. */
async function growthOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5);
  await work();
  clearInterval(watch);
  return most - before;
}

describe("answers without end", () => {
  test("E12: a gigabyte in one line ends the program's connection, not us", async () => {
    const rig = await rigFor({ server: program });
    const growth = await growthOf(async () => {
      expect(await rig.call("server", "flood")).toEqual({
        kind: "unknown",
        message: "No answer came: a line is larger than 32 MB.",
      });
    });
    expect(growth / 1024 ** 2).toBeLessThan(64);
    expect(textOf(await rig.call("server", "twice"))).toBe("first");
  });

  test("E12: a gigabyte in one event of a web server is cut off", async () => {
    const rig = await rigFor({ server: await web() });
    const growth = await growthOf(async () => {
      expect(await rig.call("server", "flood")).toEqual({
        kind: "unknown",
        message: "No answer came: it is larger than 14 MB.",
      });
    });
    expect(growth / 1024 ** 2).toBeLessThan(64);
    expect(textOf(await rig.call("server", "twice"))).toBe("first");
  });

  test("E12: a stream of small events without an answer is cut off too", async () => {
    const rig = await rigFor({ server: await web() });
    expect(await rig.call("server", "drip")).toEqual({
      kind: "unknown",
      message: "No answer came: it is larger than 32 MB.",
    });
  });

  test("G1: a stream that ends without an answer leaves the call unknown at once", async () => {
    const rig = await rigFor({ server: await web() });
    expect(await rig.call("server", "cut")).toEqual({
      kind: "unknown",
      message: "No answer came: the connection was closed.",
    });
  });
});

test("E9: a call is not redirected to another server", async () => {
  let hits = 0;
  const canary = createServer((_, response) => {
    hits += 1;
    response.end();
  });
  await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve));
  cleanUp.push(async () => void canary.close());
  const { port } = canary.address() as { port: number };
  const rig = await rigFor({ server: await web("0", `http://127.0.0.1:${port}/mcp`) });
  expect((await rig.call("server", "redirect")).kind).toBe("unknown");
  expect(hits).toBe(0);
});
