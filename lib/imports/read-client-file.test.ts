import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { fillEntry, missingIn } from "./fill-entry.ts";
import { type FoundServer, isPlain } from "./found-server.ts";
import { maxClientServers, readClientFile } from "./read-client-file.ts";

const folder = path.resolve(import.meta.dirname, "../../e2e/support/client-files");

function found(text: string): FoundServer[] {
  const read = readClientFile(text);
  if ("problem" in read) throw new Error(read.problem);
  return read.servers;
}

const inFile = (name: string) => found(readFileSync(path.join(folder, `${name}.json`), "utf8"));
const server = (entry: object, name = "shop") =>
  found(JSON.stringify({ mcpServers: { [name]: entry } }))[0] as FoundServer;
const labels = ({ asked }: FoundServer) => asked.map(({ label }) => label);
const said = ({ notes }: FoundServer) => notes.map(({ sentence }) => sentence).join(" ");

describe("E16: files of other apps, as those apps write them", () => {
  test("Claude Desktop", () => {
    const [files, brave] = inFile("claude-desktop");
    expect(files).toMatchObject({
      id: "filesystem",
      entry: { command: "npx", args: ["-y", "@modelcontextprotocol/server-filesystem", "/Users/mia/Desktop"] },
      asked: [],
      notes: [],
    });
    expect(brave).toMatchObject({ id: "brave-search", entry: { title: "Brave Search" } });
    expect(brave?.entry.env).toEqual({ BRAVE_API_KEY: "BSA-7f3c9d21e8b04a55" });
  });

  test("a project of Claude Code, with variables", () => {
    const [sentry, api] = inFile("claude-code-project");
    expect(sentry?.entry).toEqual({ url: "https://mcp.sentry.dev/mcp" });
    expect(api?.asked.map(({ key, isSecret, otherwise }) => ({ key, isSecret, otherwise }))).toEqual([
      {
        key: "API_BASE_URL:-https://api.example.com",
        isSecret: false,
        otherwise: "${API_BASE_URL:-https://api.example.com}",
      },
      { key: "API_KEY", isSecret: true, otherwise: "${API_KEY}" },
    ]);
    const filled = fillEntry(api as FoundServer, new Map([["API_KEY", "k-1"]]));
    expect(filled).toEqual({
      url: "${API_BASE_URL:-https://api.example.com}/mcp",
      headers: { Authorization: "Bearer k-1" },
    });
  });

  test("the settings of Claude Code, with projects", () => {
    const servers = inFile("claude-code-home");
    expect(servers.map(({ id, place, isOff }) => ({ id, place, isOff }))).toEqual([
      { id: "context7", place: "", isOff: false },
      { id: "postgres", place: "/Users/mia/shop", isOff: true },
      { id: "context7-2", place: "/Users/mia/shop", isOff: false },
    ]);
    expect(JSON.stringify(servers)).not.toContain("mia@example.com");
  });

  test("Cursor", () => {
    const [github, local, linear] = inFile("cursor") as [FoundServer, FoundServer, FoundServer];
    expect(labels(github)).toEqual(["GITHUB_TOKEN"]);
    expect(fillEntry(github, new Map()).env).toEqual({ GITHUB_PERSONAL_ACCESS_TOKEN: "${GITHUB_TOKEN}" });
    expect(labels(local)).toEqual(["workspaceFolder", "Variables of ${workspaceFolder}/.env"]);
    expect(missingIn(local, new Map())).toEqual(["workspaceFolder"]);
    const answers = new Map([
      ["workspaceFolder", "/srv/shop"],
      ["env", "# mine\nTOKEN=t=1\nMODE=fast"],
    ]);
    expect(fillEntry(local, answers)).toEqual({
      command: "python",
      args: ["/srv/shop/tools/mcp_server.py", "--home", "${HOME}"],
      env: { TOKEN: "t=1", MODE: "fast" },
    });
    expect(linear.entry).toEqual({ type: "sse", url: "https://mcp.linear.app/sse" });
    expect(isPlain(linear)).toBe(true);
  });

  test("VS Code, with inputs, comments and trailing commas", () => {
    const [perplexity, github] = inFile("vscode-mcp") as [FoundServer, FoundServer];
    expect(perplexity.asked).toMatchObject([
      { label: "region", hint: "Region", choices: ["eu", "us"], preset: "eu", isSecret: false },
      { label: "perplexity-key", hint: "Perplexity API Key", isSecret: true, otherwise: null },
    ]);
    expect(missingIn(perplexity, new Map())).toEqual(["perplexity-key"]);
    expect(fillEntry(perplexity, new Map([["input:perplexity-key", "pplx-$&-1"]]))).toEqual({
      title: "Perplexity",
      command: "npx",
      args: ["-y", "server-perplexity-ask@0.1.3", "--region", "eu"],
      env: { PERPLEXITY_API_KEY: "pplx-$&-1" },
    });
    expect(github).toMatchObject({ entry: { url: "https://api.githubcopilot.com/mcp/" }, notes: [] });
  });

  test("settings of VS Code, where a sandbox is named and not ignored silently", () => {
    const [mongo] = inFile("vscode-settings") as [FoundServer];
    expect(mongo.asked).toMatchObject([{ label: "db", hint: "Connection string", isSecret: true }]);
    expect(said(mongo)).toContain("“sandboxEnabled” is ignored, and it limits the server.");
    expect(isPlain(mongo)).toBe(false);
  });

  test("Windsurf", () => {
    const [remote] = inFile("windsurf") as [FoundServer];
    expect(remote.entry).toEqual({
      url: "https://mcp.example.com/mcp",
      headers: { API_KEY: "Bearer ${env:AUTH_TOKEN}" },
    });
    expect(fillEntry(remote, new Map()).headers).toEqual({ API_KEY: "Bearer ${AUTH_TOKEN}" });
    expect(said(remote)).toContain("“disabledTools” is ignored, and it limits the server.");
  });

  test("Gemini CLI", () => {
    const [http, python, discovered, old] = inFile("gemini-settings") as FoundServer[] & { length: 4 };
    expect(http?.entry).toMatchObject({
      url: "http://localhost:3000/mcp",
      headers: { Authorization: "Bearer ${HTTP_TOKEN}" },
    });
    expect(said(http as FoundServer)).toMatch(/“timeout” is ignored: .* “trust” is ignored: what runs without asking/);
    expect(isPlain(http as FoundServer)).toBe(true);
    expect(python?.entry).toMatchObject({
      args: ["-m", "my_mcp_server", "--port", "8080"],
      cwd: "./mcp-servers/python",
    });
    expect(labels(python as FoundServer)).toEqual(["DB_CONNECTION_STRING", "EXTERNAL_API_KEY"]);
    expect(said(python as FoundServer)).toContain("“includeTools” is ignored, and it limits the server.");
    expect(said(discovered as FoundServer)).toContain(
      "“oauth” is ignored: where the server wants a sign-in, Countersign says so and offers it.",
    );
    expect(old?.isOff).toBe(true);
  });

  test("Cline", () => {
    const [weather, legacy] = inFile("cline") as [FoundServer, FoundServer];
    expect(said(weather)).toMatch(/^“autoApprove” is ignored: what runs without asking is decided here/);
    expect(isPlain(weather)).toBe(true);
    expect(legacy).toMatchObject({ isOff: true, entry: { type: "sse" } });
  });

  test("Roo Code", () => {
    const [modern] = inFile("roo-code") as [FoundServer];
    expect(modern.entry.headers).toEqual({ "X-API-Key": "roo-5d41402abc4b2a76" });
    expect(modern.entry.type).toBeUndefined();
    expect(said(modern)).toContain("“alwaysAllow” is ignored");
  });

  test("OpenCode", () => {
    const [local, remote] = inFile("opencode") as [FoundServer, FoundServer];
    expect(local.entry).toEqual({ command: "bun", args: ["x", "my-mcp-command@2.0.1"], env: { MY_ENV_VAR: "value" } });
    expect(remote).toMatchObject({ isOff: true, entry: { url: "https://my-mcp-server.com/mcp" } });
  });

  test("Copilot CLI, with numbers and booleans among the variables", () => {
    const [playwright] = inFile("copilot-cli") as [FoundServer];
    expect(playwright.entry.env).toEqual({ PORT: "8931", CI: "true" });
    expect(said(playwright)).toBe("The variable PROXY is left out: it has no value.");
  });

  test("only the inner part of a file, as it stands in many manuals", () => {
    expect(found('"shop": { "command": "shop" },')[0]).toMatchObject({ id: "shop", entry: { command: "shop" } });
    expect(found('"mcpServers": { "shop": { "url": "https://a.example" } }')).toHaveLength(1);
  });
});

describe("E16: files that somebody made to do harm", () => {
  test.each([
    ["not JSON", "mcpServers:\n  shop: {}", /^This is not the JSON of a settings file: .*\(line 1, column 1\)\.$/],
    [
      "too large",
      JSON.stringify({ mcpServers: { a: { command: "x".repeat(1_100_000) } } }),
      /larger than 1048576 bytes/,
    ],
    ["too deep", `{"mcpServers":${'{"a":'.repeat(40)}1${"}".repeat(41)}`, /deeper than 32 levels/],
    ["a name of JavaScript's own", '{"mcpServers":{"__proto__":{"command":"x"}}}', /The key|the key "__proto__"/],
    ["the same name twice", '{"mcpServers":{"a":{"command":"x"},"a":{"command":"y"}}}', /"a" appears twice/],
    ["no servers", '{"mcpServers":{}}', /^No servers were found/],
    ["no object", "[1]", /^No servers were found/],
  ])("%s", (_what, text, problem) => {
    expect(readClientFile(text)).toEqual({ problem: expect.stringMatching(problem) });
  });

  test("more servers than anybody has", () => {
    const many = Object.fromEntries(Array.from({ length: 140 }, (_, at) => [`s${at}`, { command: "x" }]));
    const read = readClientFile(JSON.stringify({ mcpServers: many }));
    expect(read).toMatchObject({ more: 40 });
    expect("servers" in read && read.servers).toHaveLength(maxClientServers);
  });

  test.each([
    [
      "a huge environment",
      { command: "x", env: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`A${at}`, ""])) },
      "more than 100 variables",
    ],
    ["a huge value", { command: "x", env: { A: "x".repeat(4_001) } }, "longer than 4000 characters"],
    [
      "a thousand arguments",
      { command: "x", args: Array.from({ length: 1_000 }, () => "a") },
      "more than 200 arguments",
    ],
    [
      "a thousand inputs",
      { command: "x", args: Array.from({ length: 100 }, (_, at) => `\${input:${at}}`) },
      "more than 50 values",
    ],
    [
      "a thousand unknown keys",
      { command: "x", ...Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`key${at}`, 1])) },
      "more than 100 keys",
    ],
    ["objects as words", { command: "x", args: [{ a: 1 }] }, "is no text"],
    ["a variable that is no name", { command: "x", env: { "LD PRELOAD": "x" } }, "is no name of a variable"],
    ["a NUL", { command: "a\0b" }, "U+0000"],
    ["both", { command: "x", url: "https://a.example" }, "both a command and an address"],
    ["neither", { args: ["x"] }, "neither a command nor an address"],
    ["a text", "npx x", "no object"],
  ])("%s is said, and nothing can be added", (_what, entry, problem) => {
    const made = server(entry as object);
    expect(made.problem).toContain(problem);
    expect(isPlain(made)).toBe(false);
  });

  test("a name that hides or imitates is not what cards will say", () => {
    for (const name of ["Git\u200BHub", "GitНub", "a\nb c", "x".repeat(81)]) {
      const made = server({ command: "x" }, name);
      expect(made.entry.title).toBeUndefined();
      expect(made.id).toMatch(/^[a-z0-9][a-z0-9_-]{0,39}$/);
      expect(isPlain(made)).toBe(false);
    }
    expect(server({ command: "x" }, "⟨⟩").id).toBe("server");
  });

  test("an unknown key may limit the server, so nobody takes it over without looking", () => {
    const made = server({ command: "x", readOnlyy: true });
    expect(said(made)).toBe(
      "“readOnlyy” is ignored: it is not known here. If it limits the server, that does not count.",
    );
    expect(isPlain(made)).toBe(false);
  });

  test("values that look like variables are not filled a second time", () => {
    const made = server({ command: "x", args: ["${input:a}", "${input:b}"] });
    const answers = new Map([
      ["input:a", "${input:b}"],
      ["input:b", "B"],
    ]);
    expect(fillEntry(made, answers).args).toEqual(["${input:b}", "B"]);
  });

  test.each([
    ["behind dots", "${input:a}", { password: true, default: "${DATABASE_URL}" }],
    ["together with the text around it", "$${input:a}", { default: "{DATABASE_URL}" }],
    ["in a list", "${input:a}", { options: ["eu", "${DATABASE_URL}"], default: "${DATABASE_URL}" }],
  ])("E16: a value of the file does not become a variable of the app: %s", (_, header, input) => {
    const file = {
      servers: { shop: { url: "https://shop.test", headers: { "X-A": header } } },
      inputs: [{ id: "a", description: "Your region.", ...input }],
    };
    const [shop] = found(JSON.stringify(file)) as [FoundServer];
    expect(shop.asked).toMatchObject([
      { preset: "", hint: expect.stringMatching(/^The file’s own value is left out.* Your region\.$/) },
    ]);
    expect(shop.asked[0]?.choices.join()).not.toContain("$");
    expect(missingIn(shop, new Map())).toEqual(["a"]);
    // What a person writes counts as it stands.
    expect(fillEntry(shop, new Map([["input:a", "eu"]])).headers).toEqual({
      "X-A": header.replace("${input:a}", "eu"),
    });
  });
});
