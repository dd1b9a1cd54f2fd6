import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { previewSettingOf } from "#lib/gate/judge/preview-setting-of.ts";
import { clearedCall, mcpRig, textOf, unstartedRig, type McpRig } from "#e2e/support/mcp-rig.ts";
import { serverFile, startServer, type RunningServer } from "#e2e/support/servers/start-server.ts";

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end();
});

type Options = Parameters<typeof mcpRig>[1];
async function rigFor(servers: Record<string, object>, options?: Options): Promise<McpRig> {
  const rig = await mcpRig(servers, options);
  cleanUp.push(() => rig.close());
  return rig;
}

async function web(name: string, ...args: string[]): Promise<RunningServer> {
  const running = await startServer(name, ...args);
  cleanUp.push(() => running.stop());
  return running;
}

const program = (file: string, ...args: string[]) => ({ command: "node", args: [serverFile(file), ...args] });
const statusOf = (rig: McpRig, id: string) => rig.servers.list().find((server) => server.id === id)?.status;
const problemOf = (rig: McpRig, id: string) => rig.servers.list().find((server) => server.id === id)?.problem;
const namesOf = (rig: McpRig, id: string) =>
  rig.servers
    .list()
    .find((server) => server.id === id)!
    .tools.map(({ name }) => name);
const processOf = async (rig: McpRig, id: string) => JSON.parse(textOf(await rig.call(id, "process")));

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("starting", () => {
  test("nothing is started before somebody claimed the instance", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "mcp-")), "started");
    const script = `require("fs").writeFileSync(${JSON.stringify(file)}, "")`;
    const rig = unstartedRig({ server: { command: "node", args: ["-e", script] } });
    cleanUp.push(() => rig.close());
    expect(rig.servers.list()).toMatchObject([{ status: "waiting", problem: null, tools: [] }]);
    writeFileSync(file, "still ours");
    rig.servers.start();
    expect(statusOf(rig, "server")).toBe("connecting");
    await rig.servers.settled();
    expect(statusOf(rig, "server")).toBe("down");
    expect(readFileSync(file, "utf8")).toBe("");
  });

  test("servers that cannot start say why and hold up nobody", async () => {
    const rig = await rigFor({
      good: program("asking-server.ts"),
      absent: { command: "no-such-program" },
      folderless: { command: "node", cwd: "/no/such/folder" },
      crashing: { command: "node", args: ["-e", "console.error('the reason'); process.exit(3)"] },
      unreachable: { url: "http://127.0.0.1:47/mcp" },
      nameless: { url: "http://no-such-host.invalid/mcp" },
    });
    expect(statusOf(rig, "good")).toBe("up");
    expect(problemOf(rig, "absent")).toBe('The program "no-such-program" was not found.');
    expect(problemOf(rig, "folderless")).toBe("Its folder /no/such/folder does not exist.");
    expect(problemOf(rig, "crashing")).toBe("The program ended before it answered. It said: the reason");
    expect(problemOf(rig, "unreachable")).toBe("Nothing answers at http://127.0.0.1:47.");
    expect(problemOf(rig, "nameless")).toBe("The host no-such-host.invalid was not found.");
    expect(textOf(await rig.call("good", "echo", { text: "x" }))).toBe("x");
  });

  test("E11: a program sees the safe part of our environment and what was named for it, and its arguments verbatim", async () => {
    const odd = ["; rm -rf /", "$(touch x)", "`id`", "two\nlines", "*", "'\"", "a b"];
    const environment = {
      PATH: process.env["PATH"],
      HOME: "/home/somebody",
      LANG: "C",
      SECRET: "s3cret",
      OPENAI_API_KEY: "key",
      NODE_OPTIONS: "--no-warnings",
      NODE_ENV: "test" as const,
      TERM: "() { :; }; echo bad",
    };
    const rig = await rigFor(
      { server: { ...program("asking-server.ts", ...odd), env: { TOKEN: "${SECRET}" }, cwd: "servers" } },
      { environment },
    );
    const { argv, env, cwd } = await processOf(rig, "server");
    expect(argv).toEqual(odd);
    expect(env).toEqual({ PATH: process.env["PATH"], HOME: "/home/somebody", LANG: "C", TOKEN: "s3cret" });
    expect(cwd).toBe(join(import.meta.dirname, "../../../e2e/support/servers"));
  });

  test("E11: a program reaches the web as we do: by the same certificates and proxies, unless its entry says otherwise", async () => {
    const reached = {
      NODE_EXTRA_CA_CERTS: "/etc/ca.pem",
      SSL_CERT_FILE: "/etc/ca.pem",
      SSL_CERT_DIR: "/etc/certs",
      REQUESTS_CA_BUNDLE: "/etc/ca.pem",
      HTTP_PROXY: "http://proxy:3128",
      https_proxy: "http://proxy:3128",
      NO_PROXY: "localhost",
    };
    const others = { ALL_PROXY: "socks://proxy", PROXY_PASSWORD: "s3cret", NODE_ENV: "test" as const };
    const environment = { PATH: process.env["PATH"], ...reached, ...others };
    const rig = await rigFor({ server: { ...program("asking-server.ts"), env: { ALL_PROXY: "" } } }, { environment });
    const { env } = await processOf(rig, "server");
    expect(env).toEqual({ PATH: process.env["PATH"], ...reached, ALL_PROXY: "" });
  });

  test("the flags, prompts and timeouts of mcp.json stand at the tools, and a flag for nothing is reported", async () => {
    const tools = {
      echo: { approval: "never" },
      ask: { approval: "always", prompt: "Really?", timeoutMs: 60_000, idempotent: true },
      x: {},
    };
    const rig = await rigFor({ server: { ...program("asking-server.ts"), title: "The server", trusted: true, tools } });
    expect(rig.tool("server", "echo")).toMatchObject({
      server: { id: "server", title: "The server", trusted: true },
      flag: "never",
      flagSource: "mcp.json",
      prompt: null,
      timeoutMs: 300_000,
    });
    expect(rig.tool("server", "ask")).toMatchObject({ flag: "always", prompt: "Really?", timeoutMs: 60_000 });
    expect(rig.tool("server", "ask").idempotent).toBe(true);
    expect(rig.servers.mayRepeat({ server_id: "server", tool_name: "ask" })).toBe(true);
    expect(rig.servers.mayRepeat({ server_id: "server", tool_name: "echo" })).toBe(false);
    expect(rig.servers.mayRepeat({ server_id: "other", tool_name: "ask" })).toBe(false);
    expect(rig.tool("server", "count")).toMatchObject({ flag: "inherit", flagSource: "default", idempotent: false });
    expect(problemOf(rig, "server")).toBe('mcp.json names the tool "x", which this server does not offer.');
    expect([...rig.servers.offered().keys()]).toContain("server__ask");
  });
});

describe("losing a server", () => {
  test.each(["asking-server.ts", "old-asking-server.ts"])(
    "a program that dies in a call leaves it unknown and is started again: %s",
    async (file) => {
      const rig = await rigFor({ server: program(file) });
      const before = await processOf(rig, "server");
      expect(await rig.call("server", "die")).toEqual({
        kind: "unknown",
        message: "The connection was lost after the call was sent.",
      });
      expect((await processOf(rig, "server")).pid).not.toBe(before.pid);
      expect(statusOf(rig, "server")).toBe("up");
    },
  );

  test.each([
    ["2026-07-28", "asking-server.ts", "modern"],
    ["2025-11-25", "asking-server.ts", "legacy"],
    ["2025-11-25, older SDK", "old-asking-server.ts", "legacy"],
  ])(
    "a web server of %s that dies in a call leaves it unknown, shows as down, and comes back",
    async (_, file, era) => {
      const running = await web(file);
      const rig = await rigFor({ server: { url: running.url, era } });
      expect((await rig.call("server", "die")).kind).toBe("unknown");
      await rig.until(() => statusOf(rig, "server") === "down");
      expect(problemOf(rig, "server")).toBe(`Nothing answers at ${new URL(running.url).origin}.`);
      expect(namesOf(rig, "server")).toEqual([]);
      await web(file, new URL(running.url).port);
      await rig.until(() => statusOf(rig, "server") === "up");
      expect(textOf(await rig.call("server", "echo", { text: "back" }))).toBe("back");
    },
  );

  test("a web server that is asked nothing and says nothing is found to be gone", async () => {
    const running = await web("misbehaving-server.ts");
    const rig = await rigFor({ server: { url: running.url } }, { timing: { healthMs: 100 } });
    expect(statusOf(rig, "server")).toBe("up");
    await running.stop();
    await rig.until(() => statusOf(rig, "server") === "down");
    await web("misbehaving-server.ts", new URL(running.url).port);
    await rig.until(() => statusOf(rig, "server") === "up");
  });

  test("a call to a web server that is gone is not sent", async () => {
    const running = await web("asking-server.ts");
    const rig = await rigFor({ server: { url: running.url } }, { timing: { connectWaitMs: 500 } });
    const tool = rig.tool("server", "count");
    await running.stop();
    const outcome = await tool.call(clearedCall({}));
    expect(outcome.kind).toBe("not-sent");
    await rig.until(() => statusOf(rig, "server") === "down");
    expect(await tool.call(clearedCall({}))).toEqual({
      kind: "not-sent",
      message: `The server "server" cannot be reached. Nothing answers at ${new URL(running.url).origin}.`,
    });
  });

  test("a web server that forgot our session is called on a new one", async () => {
    const running = await web("old-asking-server.ts");
    const rig = await rigFor({ server: { url: running.url } });
    const session = await fetch(running.url, { method: "POST", body: "forget", headers: { "x-forget": "1" } });
    expect(session.status).toBe(204);
    expect(textOf(await rig.call("server", "echo", { text: "again" }))).toBe("again");
  });

  test("closing ends every process, even one that does not want to", async () => {
    const stubborn = `process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); await import(${JSON.stringify(serverFile("asking-server.ts"))});`;
    const rig = await mcpRig({
      polite: program("asking-server.ts"),
      stubborn: { command: "node", args: ["--input-type=module", "-e", stubborn] },
    });
    const pids = [(await processOf(rig, "polite")).pid, (await processOf(rig, "stubborn")).pid];
    expect(pids.map(isAlive)).toEqual([true, true]);
    const { promise: isRunning, resolve } = Promise.withResolvers<void>();
    const hanging = rig.call("polite", "take", { ms: 60_000, steps: 600 }, { onProgress: () => resolve() });
    await isRunning;
    await rig.close();
    expect((await hanging).kind).toBe("unknown");
    while (pids.some(isAlive)) await new Promise(setImmediate);
    expect(rig.servers.list().map(({ status }) => status)).not.toContain("connecting");
  });

  test("M124: what a program started ends with it, though it ended by itself", async () => {
    const pids = join(mkdtempSync(join(tmpdir(), "mcp-")), "pids");
    const leaving = (more: string) => `
      import { spawn } from "node:child_process";
      import { appendFileSync } from "node:fs";
      const stubborn = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
      const left = spawn(process.execPath, ["-e", stubborn], { stdio: "ignore" });
      appendFileSync(${JSON.stringify(pids)}, left.pid + "\\n");
      ${more}`;
    const servers = [
      leaving("process.exit(1)"),
      leaving(`await import(${JSON.stringify(serverFile("asking-server.ts"))})`),
    ];
    const [crashing, polite] = servers.map((script) => ({
      command: "node",
      args: ["--input-type=module", "-e", script],
    }));
    const rig = await mcpRig({ crashing, polite } as Record<string, object>);
    expect(statusOf(rig, "polite")).toBe("up");
    await rig.close();
    const left = readFileSync(pids, "utf8").trim().split("\n").map(Number);
    expect(left.length).toBeGreaterThan(1);
    while (left.some(isAlive)) await new Promise(setImmediate);
  });
});

test("a server may be given more time for its calls", async () => {
  const server = { ...program("asking-server.ts"), callTimeoutMs: 5_000 };
  const rig = await rigFor(
    { server, other: program("asking-server.ts") },
    { timing: { silenceMs: 100, totalMs: 200 } },
  );
  expect(textOf(await rig.call("server", "take", { ms: 500, steps: 1 }))).toBe("took 500 ms");
  expect((await rig.call("other", "take", { ms: 500, steps: 1 })).kind).toBe("unknown");
});

describe("tools that change", () => {
  test.each([
    ["over stdio, 2026-07-28", "asking-server.ts", "stdio", "modern"],
    ["over stdio, 2025-11-25", "asking-server.ts", "stdio", "legacy"],
    ["over stdio, older SDK", "old-asking-server.ts", "stdio", "legacy"],
    ["over HTTP, 2026-07-28", "asking-server.ts", "http", "modern"],
    ["over HTTP, 2025-11-25", "asking-server.ts", "http", "legacy"],
    ["over HTTP, older SDK", "old-asking-server.ts", "http", "legacy"],
  ])("a new tool appears without a restart: %s", async (_, file, kind, era) => {
    const rig = await rigFor({
      server: kind === "http" ? { url: (await web(file)).url, era } : { ...program(file), era },
    });
    expect(namesOf(rig, "server")).not.toContain("grown");
    await rig.call("server", "grow");
    await rig.until(() => namesOf(rig, "server").includes("grown"));
    expect(textOf(await rig.call("server", "grown"))).toBe("grown");
  });

  test("E1: a tool that changed after it was offered is not run", async () => {
    const rig = await rigFor({ server: program("asking-server.ts") });
    const offered = rig.tool("server", "count");
    await rig.call("server", "change");
    await rig.until(() => rig.tool("server", "count").description === "Counts, and more.");
    expect(await offered.call(clearedCall({}))).toEqual({
      kind: "not-sent",
      message: "The tool has changed or is gone since the call was proposed.",
    });
    expect(textOf(await rig.call("server", "count"))).toBe("1");
  });
});

test("the real filesystem server of the older era works", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mcp-"));
  writeFileSync(join(folder, "hello.txt"), "Hello.");
  const rig = await rigFor({ files: { command: "mcp-server-filesystem", args: [folder], trusted: true } });
  expect(rig.tool("files", "write_file").annotations).toMatchObject({ destructiveHint: true });
  expect(rig.servers.list()[0]?.tools.find(({ name }) => name === "read_text_file")).toMatchObject({ asks: false });
  expect(textOf(await rig.call("files", "read_text_file", { path: join(folder, "hello.txt") }))).toBe("Hello.");
  const outside = await rig.call("files", "read_text_file", { path: "/etc/passwd" });
  expect(outside).toMatchObject({ kind: "result", result: { isError: true } });
  const offered = { tools: () => rig.servers.offered() };
  const written = { kind: "file", read: "read_text_file", path: "path", bind: true };
  for (const [name, content] of [
    ["write_file", "content"],
    ["edit_file", "edits"],
  ] as const)
    expect(previewSettingOf(offered, rig.tool("files", name)), "C80").toEqual({ ...written, content });
  expect(previewSettingOf(offered, rig.tool("files", "move_file"))).toBeNull();
  const both = ["a.txt", "b.txt"].map((name) =>
    rig.call("files", "write_file", { path: join(folder, name), content: name }),
  );
  expect((await Promise.all(both)).map(({ kind }) => kind)).toEqual(["result", "result"]);
});
