import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parseMcpConfig, readMcpConfig } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import type { Environment } from "./expand-variables.ts";

const parse = (text: string, environment: Environment = {}) =>
  parseMcpConfig({ text, file: "mcp.json", folder: "/app", environment });

const parseServer = (server: object, environment?: Environment) =>
  parse(JSON.stringify({ mcpServers: { files: server } }), environment);

describe("a file that is right", () => {
  test("gives program servers and web servers with every variable filled in", () => {
    const servers = parse(
      JSON.stringify({
        mcpServers: {
          files: {
            command: "${RUNTIME}",
            args: ["server.ts", "--root=${ROOT:-/tmp}", "; $( ) \n"],
            env: { TOKEN: "${SECRET}" },
            cwd: "sub",
            trusted: true,
            title: "Files",
          },
          web: {
            type: "http",
            url: "https://mcp.example.com/${TENANT}",
            headers: { Authorization: "Bearer ${SECRET}" },
          },
        },
      }),
      { RUNTIME: "node", SECRET: "s3cret", TENANT: "blue", ROOT: "" },
    );
    expect(servers).toEqual([
      {
        id: "files",
        title: "Files",
        trusted: true,
        exposure: "both",
        era: "auto",
        callTimeoutMs: null,
        transport: {
          kind: "stdio",
          command: "node",
          args: ["server.ts", "--root=/tmp", "; $( ) \n"],
          env: { TOKEN: "s3cret" },
          cwd: "/app/sub",
        },
        origin: "${RUNTIME} server.ts --root=${ROOT:-/tmp} ; $( ) \n",
        identity: {
          command: "${RUNTIME}",
          args: ["server.ts", "--root=${ROOT:-/tmp}", "; $( ) \n"],
          env: ["TOKEN"],
          cwd: "sub",
        },
        startedWith: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        tools: new Map(),
      },
      {
        id: "web",
        title: "web",
        trusted: false,
        exposure: "both",
        era: "auto",
        callTimeoutMs: null,
        transport: {
          kind: "http",
          isSse: false,
          url: "https://mcp.example.com/blue",
          headers: { Authorization: "Bearer s3cret" },
          privately: "anywhere",
        },
        origin: "https://mcp.example.com",
        identity: { url: "https://mcp.example.com/${TENANT}" },
        startedWith: expect.stringMatching(/^[0-9a-f]{64}$/),
        tools: new Map(),
      },
    ]);
  });

  test("S0.1, S0.2, S3.5: every tool has one flag of three, a prompt, a timeout, a risk and who may answer", () => {
    const [server] = parseServer({
      command: "x",
      tools: {
        erase: { approval: "always", prompt: "Erase {args}?", timeoutMs: 30_000, idempotent: true },
        pay: { risk: "L4", confirm: "to", who: { quorum: 2, roles: ["reviewer"] } },
        refund: { who: "other" },
        toString: {},
      },
    });
    expect([...(server?.tools ?? [])]).toEqual([
      ["erase", { ...unset, approval: "always", prompt: "Erase {args}?", timeoutMs: 30_000, idempotent: true }],
      [
        "pay",
        { ...unset, risk: 4, confirm: "to", who: { kind: "quorum", needed: 2, people: [], roles: ["reviewer"] } },
      ],
      ["refund", { ...unset, who: { kind: "other" } }],
      ["toString", unset],
    ]);
  });

  test("a value of a variable is not expanded a second time", () => {
    const [server] = parseServer({ command: "x", args: ["${A}"] }, { A: "${B}", B: "no" });
    expect(server?.transport).toMatchObject({ args: ["${B}"] });
  });

  test("a disabled server is left out, whatever its variables", () => {
    expect(parseServer({ command: "${MISSING}", enabled: false })).toEqual([]);
    expect(parseServer({ command: "${MISSING}", disabled: true })).toEqual([]);
    expect(parseServer({ command: "x", disabled: false })).toHaveLength(1);
  });
});

const unset = {
  approval: "inherit",
  prompt: null,
  confirm: null,
  timeoutMs: null,
  idempotent: false,
  risk: null,
  who: null,
  exposure: null,
};

/** The sentence that `parse` refuses with. */
function refusalOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error("The configuration was accepted.");
}

describe("a file that is wrong stops with one sentence", () => {
  test.each([
    [
      '{"mcpServers": {\n  "a": {"command": foo}}}',
      "mcp.json: A JSON value is missing or misspelt (line 2, column 20).",
    ],
    ['{"mcpServers": {"a": {}, \n"a": {}}}', 'mcp.json: The key "a" appears twice (line 2, column 4).'],
    ['{"mcpServers": {"__proto__": {}}}', 'mcp.json: The key "__proto__" is not allowed (line 1, column 28).'],
    ["[]", 'mcp.json: must be an object with the key "mcpServers".'],
  ])("about its JSON: %s", (text, sentence) => {
    expect(refusalOf(() => parse(text))).toBe(sentence);
  });

  test.each([
    [{ comand: "x" }, 'server "files": unknown key "comand"; allowed here are type, command, args,'],
    [
      { command: "x", tools: { a: { aproval: "never" } } },
      'server "files", key "tools.a": unknown key "aproval"; allowed',
    ],
    [{ command: "x", url: "http://a" }, 'server "files": has both "command" and "url"; keep'],
    [{ title: "x" }, 'server "files": has neither "command" nor "url"; give one of them.'],
    [{ command: "x", headers: {} }, 'server "files": has "headers", which belongs to servers with a url; remove it.'],
    [{ url: "http://a", env: {} }, 'server "files": has "env", which belongs to servers with a command; remove it.'],
    [{ url: "ftp://a" }, 'server "files", key "url": is not a web address; it must begin with http:// or https://.'],
    [{ url: "http://a", headers: { "x y": "1" } }, 'server "files", key "headers.x y": is not a valid HTTP header'],
    [{ url: "http://a", headers: { x: "1\r\n2" } }, 'server "files", key "headers.x": is not a valid HTTP header'],
    [{ command: "x", env: { "A=B": "1" } }, 'server "files": has "A=B" in "env", which is not a name'],
    [{ command: "x", args: ["${A}"] }, 'server "files", key "args.0": the variable A is not set; set it'],
    [{ command: "x", args: ["${}"] }, 'server "files", key "args.0": ${} is not a variable; write ${NAME}'],
    [{ command: "x", args: ["${constructor}"] }, "the variable constructor is not set"],
    [{ command: "x", tools: { a: { idempotent: "yes" } } }, 'key "tools.a.idempotent": must be true or false'],
    [
      { command: "x", tools: { a: { timeoutMs: 29_999 } } },
      'key "tools.a.timeoutMs": must be at least 30000 milliseconds',
    ],
    [
      { command: "x", tools: { a: { timeoutMs: 7_776_000_001 } } },
      'key "tools.a.timeoutMs": must be at most 7776000000',
    ],
    [{ command: "x", tools: { a: { approval: "ask" } } }, 'must be "inherit", "always" or "never".'],
    [{ command: "x", tools: { a: { risk: 4 } } }, 'key "tools.a.risk": must be one of L0, L1, L2, L3, L4, L5'],
    [{ command: "x", tools: { a: { who: "me" } } }, 'key "tools.a.who": must be "self", "other" or an object such as'],
    [{ command: "x", tools: { a: { who: { quorum: 2 } } } }, 'key "tools.a.who": names nobody who could answer'],
    [{ command: "x", tools: { a: { who: { quorum: 2, people: ["ana"] } } } }, "needs 2 people and names only 1"],
    [{ command: "x", tools: { a: { who: { quorum: 0, roles: ["owner"] } } } }, "must be at least 1 person"],
    [{ command: "x", tools: { a: { who: { quorum: 1, roles: ["boss"] } } } }, "is one of member, reviewer, admin"],
    [{ command: "x", tools: { a: { who: { kworum: 1 } } } }, "allowed here are quorum, people, roles"],
    [{ command: "x", callTimeoutMs: 5 }, 'key "callTimeoutMs": must be at least 1000 milliseconds.'],
    [{ command: "x", enabled: true, disabled: true }, 'has "enabled" and "disabled" contradicting each other'],
    [{ type: "ws", url: "http://a" }, 'key "type": must be "stdio", "http", or "sse" for the older HTTP+SSE.'],
    [{ type: "sse", command: "x" }, 'has "type": "sse", which does not go with "command"'],
    [{ type: "sse", url: "http://a", era: "modern" }, 'has "type": "sse", which no server of "era": "modern" speaks'],
    [{ command: "a\0b" }, 'key "command": must not contain the character NUL.'],
  ])("about its contents: %j", (server, sentence) => {
    const refusal = refusalOf(() => parseServer(server));
    expect(refusal).toMatch(/^mcp\.json: server "files"/);
    expect(refusal).toContain(sentence);
    expect(refusal.split(". ")).toHaveLength(1);
  });

  test("never repeats the value of a variable", () => {
    const refusal = refusalOf(() =>
      parseServer({ url: "http://a", headers: { x: "${SECRET}" } }, { SECRET: "s3\ncret" }),
    );
    expect(refusal).not.toContain("cret");
  });
});

test("S0.54: no server takes a name under which the tools of agents elsewhere stand", () => {
  for (const name of ["agent:claude-code", "Agent:x", "agent:"]) {
    expect(() => parse(JSON.stringify({ mcpServers: { [name]: { command: "x" } } }))).toThrow(/begins with "agent:"/);
  }
  expect(parse(JSON.stringify({ mcpServers: { agent: { command: "x" } } }))).toHaveLength(1);
});

test("H3: the command in words shows no secret that stands in it, and any password is read", () => {
  const args = ["--token=t0ken-as-written", "--api-key", "k3y-as-written", "--root=/tmp"];
  const [program, web] = parse(
    JSON.stringify({ mcpServers: { a: { command: "node", args }, b: { url: "https://me:%zz@mcp.example.com/" } } }),
  );
  expect(program?.origin).toMatch(/^node --token=\[masked \w+\] --api-key \[masked \w+\] --root=\/tmp$/);
  expect(web?.origin).toBe("https://mcp.example.com");
});

describe("G30: what mcp.json does not know leaves out its entry, and the others start", () => {
  const read = (text: string, environment: Environment = {}) =>
    readMcpConfig({ text, file: "mcp.json", folder: "/app", environment });
  const good = { command: "node" };

  test.each([
    ["a misspelt limit of ours", { command: "x", tols: { rm: { approval: "always" } } }, 'unknown key "tols"'],
    ["a misspelt limit of a tool", { command: "x", tools: { rm: { aproval: "always" } } }, 'unknown key "aproval"'],
    ["approvals of another app", { command: "x", autoApprove: ["rm"] }, 'unknown key "autoApprove"'],
    ["a filter of another app", { command: "x", excludeTools: ["rm"] }, 'unknown key "excludeTools"'],
    ["a protocol that is not known", { type: "ws", url: "ws://a" }, '"sse" for the older HTTP+SSE'],
    ["an address elsewhere", { serverUrl: "http://a" }, 'unknown key "serverUrl"'],
    ["a number in env", { command: "x", env: { PORT: 8080 } }, 'key "env.PORT": must be a text in double quotes'],
    ["an input", { command: "x", args: ["${input:token}"] }, "${input:token} is not a variable"],
    ["a variable that is not set", { command: "x", args: ["${TOKEN}"] }, "the variable TOKEN is not set"],
    ["no object", "npx x", 'must be an object with "command" or "url"'],
  ])("%s", (_what, entry, problem) => {
    const { servers, leftOut, said } = read(JSON.stringify({ mcpServers: { odd: entry, good } }));
    expect(servers.map(({ id }) => id)).toEqual(["good"]);
    expect(leftOut).toEqual([{ id: "odd", problem: expect.stringMatching(/^mcp\.json: server "odd".*\.$/) }]);
    expect(leftOut[0]?.problem).toContain(problem);
    expect(said).toEqual([]);
  });

  test("a key beside the servers that might limit them leaves out all of them; one that cannot is only named", () => {
    const limiting = read(JSON.stringify({ mcpServers: { good }, mcp: { excluded: ["good"] } }));
    expect(limiting.servers).toEqual([]);
    expect(limiting.leftOut).toEqual([
      {
        id: "good",
        problem:
          'mcp.json: server "good": beside it stands the unknown key "mcp", which might limit it; remove that key.',
      },
    ]);
    expect(limiting.said).toEqual(['mcp.json: unknown key "mcp"; allowed here is mcpServers.']);
    const harmless = read(JSON.stringify({ $schema: "https://a.example", inputs: [], mcpServers: { good } }));
    expect(harmless.servers).toHaveLength(1);
    expect(harmless.said).toEqual(['mcp.json: unknown key "inputs"; allowed here is mcpServers.']);
  });

  const clientFiles = path.resolve(import.meta.dirname, "../../../e2e/support/client-files");
  test.each(readdirSync(clientFiles))(
    "the whole file of another app stops nothing, and is not silently ignored: %s",
    (name) => {
      const { servers, leftOut, said } = read(readFileSync(path.join(clientFiles, name), "utf8"));
      expect(servers.length + leftOut.length + said.length).toBeGreaterThan(0);
      expect([...leftOut.map(({ problem }) => problem), ...said].every((sentence) => sentence.endsWith("."))).toBe(
        true,
      );
    },
  );

  test("servers that stand elsewhere hold their names, and are not started", () => {
    const { servers, leftOut, said } = read(JSON.stringify({ servers: { github: good } }));
    expect(servers).toEqual([]);
    expect(leftOut).toEqual([
      { id: "github", problem: 'mcp.json: server "github": stands under "servers"; move it to "mcpServers".' },
    ]);
    expect(said).toEqual(['mcp.json: key "mcpServers": is missing; write {"mcpServers": {}} for no servers.']);
  });

  test("comments and trailing commas are read; what is no JSON at all stops the start, with the line", () => {
    expect(read('{ // mine\n "mcpServers": { "good": { "command": "node", }, }, }').servers).toHaveLength(1);
    expect(refusalOf(() => read('{ // mine\n "mcpServers": { "good": { "command" } } }'))).toBe(
      "mcp.json: A colon is missing (line 2, column 38).",
    );
  });
});

test("M60, E2: an address that speaks HTTP+SSE is another server than the same address without", () => {
  const [older, newer] = parse(
    JSON.stringify({ mcpServers: { a: { type: "sse", url: "http://a" }, b: { type: "http", url: "http://a" } } }),
  );
  expect(older).toMatchObject({
    era: "legacy",
    transport: { isSse: true },
    identity: { url: "http://a", type: "sse" },
  });
  expect(newer).toMatchObject({ era: "auto", transport: { isSse: false }, identity: { url: "http://a" } });
  expect(newer?.identity).not.toHaveProperty("type");
});
