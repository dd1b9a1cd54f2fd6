import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { hookCases, type HookCase } from "#e2e/support/hook-payloads.ts";
import { listening, listeningAt } from "#e2e/support/listening.ts";
import { routesWorld } from "#e2e/support/routes-world.ts";
import { until } from "#e2e/support/until.ts";
import { agentToolName } from "#lib/verdict/agent-server.ts";
import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";

type Ended = { code: number | null; out: string; err: string };
type Env = Record<string, string>;

/** The hook as an agent starts it. */
function start(
  agent: string,
  input: unknown,
  env: Env,
  seconds = "60",
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, ["public/countersign-hook.mjs", agent, seconds], {
    env: { PATH: process.env["PATH"], NODE_ENV: "test", ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stdin.on("error", () => {});
  child.stdin.end(typeof input === "string" ? input : JSON.stringify(input));
  const closed = once(child, "close") as Promise<[number | null]>;
  const ended = Promise.all([closed, text(child.stdout), text(child.stderr)]).then(([[code], out, err]) => {
    return { code, out, err };
  });
  return { child, ended };
}

async function app() {
  const world = await routesWorld();
  const { authorization = "" } = await world.asProgram("asks");
  const env = { COUNTERSIGN_URL: await listening(world), COUNTERSIGN_KEY: authorization.slice("Bearer ".length) };
  const open = () => world.database.db.selectFrom("approvals").selectAll().where("status", "=", "pending").execute();
  const card = async () => {
    await until(async () => (await open()).length === 1, "a card");
    const [first] = await open();
    if (first === undefined) throw new Error("The card is gone.");
    return first;
  };
  const answer = async (verb: "approve" | "reject", body: object = {}) => {
    const { id } = await card();
    const response = await world.call("POST", `/api/approvals/${id}/${verb}`, { headers: world.asPerson(), body });
    expect(response.status).toBe(200);
  };
  return { world, env, open, card, answer };
}

/** The agent is told no, in its own words and by the exit code. */
function expectNo({ code, out, err }: Ended, { no }: Pick<HookCase, "no">): void {
  expect(code).toBe(2);
  expect(err).toMatch(/^Not run\. Countersign: .+/);
  expect(JSON.parse(out)).toEqual(no(err.trim()));
}

test.each(hookCases)("S0.52: $agent, $event: a person's answer reaches the agent in its own way", async (given) => {
  const { env, card, answer } = await app();
  const yes = start(given.agent, given.payload, env);
  const { subject_json } = await card();
  expect(JSON.parse(subject_json)).toMatchObject({
    server: { id: `agent:${given.agent}` },
    tool: { name: given.asks.tool },
    said: { agent: given.agent, cwd: given.asks.cwd },
    subject: { argumentsJson: canonicalJson(given.asks.arguments as JsonObject) },
  });
  await answer("approve");
  const allowed = await yes.ended;
  expect([allowed.code, JSON.parse(allowed.out), allowed.err]).toEqual([0, given.yes, ""]);
  const no = start(given.agent, given.payload, env);
  await answer("reject", { reason: "Not today." });
  const declined = await no.ended;
  expectNo(declined, given);
  expect(declined.err).toContain("Not today.");
});

test("S0.52, S2.6: changed arguments reach the agent that takes them, and no other lets anybody change them", async () => {
  const { env, answer, card, world } = await app();
  const [claude, , codex] = hookCases;
  if (claude === undefined || codex === undefined) throw new Error("The cases are gone.");
  const one = start(claude.agent, claude.payload, env);
  await answer("approve", { modifiedArguments: { command: "ls dist" } });
  expect(JSON.parse((await one.ended).out)).toMatchObject({
    hookSpecificOutput: { permissionDecision: "allow", updatedInput: { command: "ls dist" } },
  });
  const other = start(codex.agent, codex.payload, env);
  const { id } = await card();
  const body = { modifiedArguments: { command: "" } };
  const refused = await world.call("POST", `/api/approvals/${id}/approve`, { headers: world.asPerson(), body });
  expect(refused.status).toBe(422);
  await answer("reject");
  expectNo(await other.ended, codex);
});

test.each(hookCases)("S0.53: $agent, $event: without Countersign the agent is told no", async (given) => {
  const closed = await listeningAt(createServer((request) => request.socket.destroy()));
  const key = { COUNTERSIGN_KEY: "cs_x" };
  expectNo(await start(given.agent, given.payload, { ...key, COUNTERSIGN_URL: closed }).ended, given);
  expectNo(await start(given.agent, given.payload, { COUNTERSIGN_URL: closed }).ended, given);
});

test.each([
  ["an allow with another status", (response: ServerResponse) => response.writeHead(201).end('{"decision":"allow"}')],
  ["a redirect", (response: ServerResponse) => response.writeHead(307, { location: "/elsewhere" }).end()],
  ["no JSON", (response: ServerResponse) => response.writeHead(200).end("allow")],
  ["no object", (response: ServerResponse) => response.writeHead(200).end("null")],
  ["half an answer", (response: ServerResponse) => response.writeHead(200, { "content-length": "99" }).end('{"deci')],
  ["another word", (response: ServerResponse) => response.writeHead(200).end('{"decision":"Allow"}')],
  ["an allow in a list", (response: ServerResponse) => response.writeHead(200).end('[{"decision":"allow"}]')],
  ["a wait without an id", (response: ServerResponse) => response.writeHead(200).end('{"decision":"wait","id":null}')],
  [
    "changes for an agent that takes none",
    (response: ServerResponse) => response.writeHead(200).end('{"decision":"allow","id":"1","arguments":{}}'),
  ],
])("S0.53: the server answers with %s: no", async (_what, answer) => {
  const [, , codex] = hookCases;
  if (codex === undefined) throw new Error("The cases are gone.");
  const url = await listeningAt(
    createServer((request, response) => void request.resume().on("end", () => answer(response))),
  );
  expectNo(await start(codex.agent, codex.payload, { COUNTERSIGN_URL: url, COUNTERSIGN_KEY: "cs_x" }).ended, codex);
});

test("S0.53: changed arguments that are no object are a no, also for an agent that takes changes", async () => {
  const [claude] = hookCases;
  if (claude === undefined) throw new Error("The cases are gone.");
  const answers = ["null", "[]", '"ls"'].map((changed) => `{"decision":"allow","id":"1","arguments":${changed}}`);
  const url = await listeningAt(
    createServer((request, response) => void request.resume().on("end", () => response.end(answers.shift()))),
  );
  const env = { COUNTERSIGN_URL: url, COUNTERSIGN_KEY: "cs_x" };
  for (let left = answers.length; left > 0; left -= 1)
    expectNo(await start("claude-code", claude.payload, env).ended, claude);
  expect(answers).toEqual([]);
});

test("S0.53, C11: arguments that two readers could read differently are a no, before anybody is asked", async () => {
  const { env, world } = await app();
  const ofCursor = {
    hook_event_name: "beforeMCPExecution",
    tool_name: "run",
    url: "https://mcp.example.com",
    cwd: "/",
  };
  for (const tool_input of ['{"command":"ls","command":"rm -rf /"}', '{"n":9007199254740993}', '{"n":1e400}']) {
    const { code, err } = await start("cursor", { ...ofCursor, tool_input }, env).ended;
    expect([code, err]).toEqual([2, expect.stringMatching(/answered 400/)]);
  }
  const beyond = '{"hook_event_name":"PreToolUse","tool_name":"Pay","tool_input":{"n":1e400},"cwd":"/"}';
  expect(await start("claude-code", beyond, env).ended).toMatchObject({
    code: 2,
    err: expect.stringContaining("too large"),
  });
  for (const twice of [
    '"tool_name":"Bash","tool_input":{"command":"ls","command":"rm -rf /"}',
    '"tool_name":"Bash","tool_input":{"command":"ls","c\\u006fmmand":"rm -rf /"}',
    '"tool_name":"Bash","tool_input":{"at":[{"a\\"b":1,"a\\"b":2}]}',
    '"tool_name":"Read","tool_name":"Bash","tool_input":{"command":"ls"}',
  ]) {
    const payload = `{"hook_event_name":"PreToolUse",${twice},"cwd":"/"}`;
    const ended = await start("claude-code", payload, env, "8").ended;
    expect(ended, twice).toMatchObject({ code: 2, err: expect.stringContaining("a key stands twice") });
  }
  expect(await world.database.db.selectFrom("asks").select("call_id").execute()).toEqual([]);
});

test("S0.52, A11: tools of two MCP servers have two names, however alike their addresses and commands are", async () => {
  const named = new Set<string>();
  const url = await listeningAt(
    createServer((request, response) => {
      void text(request).then((body) => {
        named.add((JSON.parse(body) as { tool: string }).tool);
        response.writeHead(400).end();
      });
    }),
  );
  const folder = "/home/ana/work/packages/a-folder-with-a-long-name/service-api";
  const servers = [
    { url: "https://mcp.example.com/github" },
    { url: "https://mcp.example.com/production" },
    { command: `npx -y @mcp/notes@1.0.0 --root ${folder}` },
    { command: `uvx shell-server==2 --root ${folder}` },
    { command: "node a b.js" },
    { command: "node a_b.js" },
  ];
  const call = { hook_event_name: "beforeMCPExecution", tool_name: "delete", tool_input: "{}", cwd: "/" };
  const env = { COUNTERSIGN_URL: url, COUNTERSIGN_KEY: "cs_x" };
  await Promise.all(servers.map((server) => start("cursor", { ...call, ...server }, env).ended));
  expect([...named].every((name) => agentToolName.test(name))).toBe(true);
  expect(named.size).toBe(servers.length);
});

test("S0.53, H3: what is no key is not repeated", async () => {
  const [claude] = hookCases;
  for (const key of ["cs_secret\nline", "cs_secret\u00e9", "cs_se cret"]) {
    const { code, out, err } = await start("claude-code", claude?.payload, { COUNTERSIGN_KEY: key }).ended;
    expect([code, out + err]).toEqual([2, expect.not.stringContaining("cs_se")]);
  }
});

test("S0.53: time over, and a server that never answers: no", async () => {
  const silent = await listeningAt(createServer(() => {}));
  const env = { COUNTERSIGN_URL: silent, COUNTERSIGN_KEY: "cs_x" };
  for (const given of hookCases.slice(0, 1)) {
    expectNo(await start(given.agent, given.payload, env, "3").ended, given);
    for (const seconds of ["0", "-5", "soon"])
      expectNo(await start(given.agent, given.payload, env, seconds).ended, given);
  }
});

test("S0.53: what cannot be read, and an agent or event that the hook does not know, are a no", async () => {
  const env = { COUNTERSIGN_URL: "http://127.0.0.1:1", COUNTERSIGN_KEY: "cs_x" };
  const [first] = hookCases;
  const garbage = [
    "",
    "{",
    "[]",
    "null",
    "\u0000",
    { ...first?.payload, tool_input: "ls" },
    { ...first?.payload, tool_name: 5 },
  ];
  for (const input of [...garbage, "x".repeat(1_100_000), { ...first?.payload, hook_event_name: "Stop" }]) {
    const { code, err } = await start("claude-code", input, env).ended;
    expect([code, err]).toEqual([2, expect.stringMatching(/^Not run/)]);
  }
  for (const agent of ["", "constructor", "Codex"])
    expect((await start(agent, first?.payload, env).ended).code).toBe(2);
});

test("S0.53: the key is sent nowhere unprotected", async () => {
  const [first] = hookCases;
  const env = { COUNTERSIGN_KEY: "cs_x" };
  for (const url of ["http://example.com", "http://127.0.0.1.example.com", "ftp://127.0.0.1", "nonsense"]) {
    const { code, err } = await start("claude-code", first?.payload, { ...env, COUNTERSIGN_URL: url }).ended;
    expect(code).toBe(2);
    expect(err).not.toContain("cs_x");
  }
});

test("S0.53: an agent that ends its hook gets a no, and the card closes", async () => {
  const { env, card, open } = await app();
  for (const [signal, code] of [
    ["SIGTERM", 2],
    ["SIGKILL", null],
  ] as const) {
    const [first] = hookCases;
    const { child, ended } = start("claude-code", first?.payload, env);
    await card();
    child.kill(signal);
    expect((await ended).code).toBe(code);
    await until(async () => (await open()).length === 0, "the card to close");
  }
});

test("S0.53: kill -9 of whoever answers, in mid-wait: no", async () => {
  const waits = `require("node:http").createServer((request) => request.resume().on("end", () => console.log("asked")))
    .listen(0, "127.0.0.1", function () { console.log(this.address().port); });`;
  const server = spawn(process.execPath, ["-e", waits], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void server.kill("SIGKILL"));
  const said = server.stdout[Symbol.asyncIterator]();
  const port = String((await said.next()).value).trim();
  const [first] = hookCases;
  if (first === undefined) throw new Error("The cases are gone.");
  const env = { COUNTERSIGN_URL: `http://127.0.0.1:${port}`, COUNTERSIGN_KEY: "cs_x" };
  const { ended } = start(first.agent, first.payload, env);
  expect(String((await said.next()).value)).toContain("asked");
  server.kill("SIGKILL");
  expectNo(await ended, first);
});
