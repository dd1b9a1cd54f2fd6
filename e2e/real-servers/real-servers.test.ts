import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findBrowser } from "#e2e/support/browser.ts";
import { freePort } from "#e2e/support/free-port.ts";
import { mcpRig, textOf, type McpRig } from "#e2e/support/mcp-rig.ts";
import { until } from "#e2e/support/until.ts";
import type { ElicitationAnswer, ElicitationRequest, ToolOutcome } from "#lib/gate/contract/tool.ts";
import { filesIn } from "#lib/results/files-in.ts";

/** Published servers of npm, driven by our client as people have them. `npm run test:all` installs and runs them. */
const folder = path.join(import.meta.dirname, "packages");
const program = (file: string) => path.join(folder, "node_modules", file);
const node = (file: string, ...args: string[]) => ({ command: process.execPath, args: [file, ...args] });

const everything = program("@modelcontextprotocol/server-everything/dist/index.js");
const filesystem = program("@modelcontextprotocol/server-filesystem/dist/index.js");
const fastmcp = path.join(folder, "fastmcp-server.mjs");

let data = "";
let rig: McpRig;
const processes: ChildProcess[] = [];

/** Starts a server over HTTP, and waits until something answers at its port. */
async function overHttp(file: string, args: string[], port: number, health: string): Promise<void> {
  const env = { ...process.env, PORT: String(port) };
  const child = spawn(process.execPath, [file, ...args], { cwd: data, env, stdio: ["ignore", "ignore", "inherit"] });
  processes.push(child);
  const name = path.basename(file);
  const answers = async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended before it listened.`);
    return (await fetch(`http://127.0.0.1:${port}${health}`).catch(() => null)) !== null;
  };
  await until(answers, `${name} on port ${port}`);
}

/** A PNG of one pixel, as large as a photograph. */
const photo = Buffer.concat([
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  ),
  randomBytes(3_500_000),
]);

beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), "real-servers-"));
  await writeFile(path.join(data, "photo.png"), photo);
  const browser = findBrowser();
  if (browser === null) throw new Error("There is no Chromium here. Run npm run test:all, which installs one.");
  const [everythingPort, fastmcpPort] = [await freePort(), await freePort()];
  await overHttp(everything, ["streamableHttp"], everythingPort, "/mcp");
  await overHttp(fastmcp, [String(fastmcpPort)], fastmcpPort, "/health");
  const ssePort = await freePort();
  await overHttp(everything, ["sse"], ssePort, "/");
  const web = `http://127.0.0.1:${everythingPort}/mcp`;
  const devtools = ["--headless", "--isolated", "--chromeArg=--no-sandbox", "--no-usage-statistics"];
  rig = await mcpRig({
    "everything-stdio": node(everything, "stdio"),
    "everything-http": { url: web },
    "everything-sse": { type: "sse", url: `http://127.0.0.1:${ssePort}/sse` },
    "everything-remote": node(program("mcp-remote/dist/proxy.js"), web, "--allow-http"),
    "fastmcp-stdio": node(fastmcp),
    "fastmcp-http": { url: `http://127.0.0.1:${fastmcpPort}/mcp` },
    filesystem: node(filesystem, data),
    memory: {
      ...node(program("@modelcontextprotocol/server-memory/dist/index.js")),
      env: { MEMORY_FILE_PATH: path.join(data, "memory.jsonl") },
    },
    thinking: node(program("@modelcontextprotocol/server-sequential-thinking/dist/index.js")),
    playwright: {
      ...node(program("@playwright/mcp/cli.js"), "--headless", "--no-sandbox", "--isolated"),
      env: { PLAYWRIGHT_MCP_EXECUTABLE_PATH: browser, PLAYWRIGHT_MCP_OUTPUT_DIR: data },
    },
    devtools: node(
      program("chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js"),
      ...devtools,
      "--executablePath",
      browser,
    ),
    context7: node(program("@upstash/context7-mcp/dist/index.js")),
    mongodb: {
      ...node(program("mongodb-mcp-server/dist/esm/index.js")),
      env: { MDB_MCP_TELEMETRY: "disabled", MDB_MCP_LOG_PATH: data },
    },
    notion: { ...node(program("@notionhq/notion-mcp-server/bin/cli.mjs")), env: { NOTION_TOKEN: "ntn_none" } },
  });
});

afterAll(async () => {
  await rig?.close();
  for (const child of processes) {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
  await rm(data, { recursive: true });
});

function resultOf(outcome: ToolOutcome) {
  if (outcome.kind !== "result") throw new Error(`No result: ${JSON.stringify(outcome)}`);
  return outcome.result;
}

/** The pictures of a result as a person and a model that can see get them. */
function picturesOf(outcome: ToolOutcome) {
  return filesIn("call", resultOf(outcome).whole ?? []).files.map(({ file }) => file);
}

/** A person who answers every form with this. */
function answering(asked: ElicitationRequest[], answer: ElicitationAnswer) {
  return {
    elicit: async (request: ElicitationRequest) => {
      asked.push(request);
      return answer;
    },
  };
}

test("M11: published servers connect and every tool that they list is offered", () => {
  const counts = rig.servers.list().map(({ id, status, problem, tools }) => [id, status, problem, tools.length]);
  expect(counts).toEqual([
    ["everything-stdio", "up", null, 14],
    ["everything-http", "up", null, 14],
    ["everything-sse", "up", null, 14],
    ["everything-remote", "up", null, 14],
    ["fastmcp-stdio", "up", null, 2],
    ["fastmcp-http", "up", null, 2],
    ["filesystem", "up", null, 14],
    ["memory", "up", null, 9],
    ["thinking", "up", null, 1],
    ["playwright", "up", null, 25],
    ["devtools", "up", null, 32],
    ["context7", "up", null, 2],
    ["mongodb", "up", null, 27],
    ["notion", "up", null, 24],
  ]);
});

describe.for(["everything-stdio", "everything-http", "everything-sse", "everything-remote"])("%s", (server) => {
  test("M11: every tool that answers with text does", async () => {
    const call = async (name: string, args: object = {}) => textOf(await rig.call(server, name, args));
    expect(await call("echo", { message: "hi" })).toBe("Echo: hi");
    expect(await call("get-sum", { a: 2, b: 3 })).toBe("The sum of 2 and 3 is 5.");
    expect(await call("get-env")).toContain('"PATH"');
    for (const _ of ["on", "off"]) {
      expect(await call("toggle-simulated-logging")).toMatch(/^(Started|Stopped) simulated/);
      expect(await call("toggle-subscriber-updates")).toMatch(/^(Started|Stopped) simulated/);
    }
  });

  test("M11: progress arrives while the call runs", async () => {
    const heard: number[] = [];
    const onProgress = ({ progress }: { progress: number }) => void heard.push(progress);
    const outcome = await rig.call(server, "trigger-long-running-operation", { duration: 1, steps: 4 }, { onProgress });
    expect(textOf(outcome)).toBe("Long running operation completed. Duration: 1 seconds, Steps: 4.");
    // Several within a short time are told once.
    expect(heard[0]).toBe(1);
    expect(heard.length).toBeGreaterThan(1);
    expect(heard).toEqual([...new Set(heard)].toSorted((one, other) => one - other));
  });

  test("M11: pictures, links, resources and structured content arrive whole", async () => {
    expect(picturesOf(await rig.call(server, "get-tiny-image"))).toMatchObject([
      { mediaType: "image/png", width: 20, height: 20, bytes: 4033 },
    ]);
    const annotated = await rig.call(server, "get-annotated-message", { messageType: "error", includeImage: true });
    expect(picturesOf(annotated)).toHaveLength(1);
    expect(resultOf(annotated).content[0]).toMatchObject({ annotations: { priority: 1 } });
    expect(resultOf(await rig.call(server, "get-resource-links", { count: 3 })).content.slice(1)).toMatchObject(
      [1, 2, 3].map(() => ({ type: "resource_link", uri: expect.stringMatching(/^demo:\/\/resource\//) })),
    );
    const reference = await rig.call(server, "get-resource-reference", { resourceType: "Text", resourceId: 2 });
    expect(resultOf(reference).content[1]).toMatchObject({ type: "resource", resource: { text: expect.any(String) } });
    const { structuredContent } = resultOf(await rig.call(server, "get-structured-content", { location: "Chicago" }));
    expect(structuredContent).toEqual({ temperature: 36, conditions: "Light rain / drizzle", humidity: 82 });
    const zip = { name: "a.gz", data: "data:text/plain,hello", outputType: "resource" };
    expect(textOf(await rig.call(server, "gzip-file-as-resource", zip))).toContain("application/gzip");
  });

  test("M11: its form and its link are asked in the call, and a link that is needed first comes back", async () => {
    const asked: ElicitationRequest[] = [];
    const form = answering(asked, { action: "accept", content: { name: "Ada" } });
    expect(textOf(await rig.call(server, "trigger-elicitation-request", {}, form))).toContain("- Name: Ada");
    const link = { url: "https://example.com/x", message: "Sign in", elicitationId: "one" };
    const opened = await rig.call(server, "trigger-url-elicitation", link, answering(asked, { action: "accept" }));
    expect(textOf(opened)).toContain("User completed the URL elicitation flow.");
    expect(asked).toMatchObject([
      { mode: "form", requestedSchema: { required: ["name"] } },
      { mode: "url", url: "https://example.com/x", message: "Sign in" },
    ]);
    const first = await rig.call(server, "trigger-url-elicitation", { ...link, errorPath: true });
    expect(first).toMatchObject({ kind: "links-first", requests: { 0: { mode: "url" } } });
  });
});

describe.for(["fastmcp-stdio", "fastmcp-http"])("%s", (server) => {
  test("M11: its tools ask, report progress and draw", async () => {
    const asked: ElicitationRequest[] = [];
    const heard: number[] = [];
    const onProgress = ({ progress }: { progress: number }) => void heard.push(progress);
    const yes = { ...answering(asked, { action: "accept", content: { hour: 19 } }), onProgress };
    expect(textOf(await rig.call(server, "book", { guests: 2 }, yes))).toBe("Table for 2 at 19.");
    expect(heard).toEqual([1]);
    const no = answering(asked, { action: "decline" });
    expect(textOf(await rig.call(server, "book", { guests: 2 }, no))).toBe("Not booked: decline.");
    expect(asked).toHaveLength(2);
    expect(picturesOf(await rig.call(server, "picture"))).toMatchObject([{ width: 1, height: 1 }]);
  });
});

test("M11, E12: a photograph of 3.5 MB arrives from the filesystem server, which sends it twice", async () => {
  const outcome = await rig.call("filesystem", "read_media_file", { path: path.join(data, "photo.png") });
  expect(picturesOf(outcome)).toMatchObject([{ mediaType: "image/png", bytes: photo.length }]);
  expect(JSON.stringify(resultOf(outcome).structuredContent)).toContain("4.7 MB of base64 left out");
});

test("M11: the memory server keeps what it is told", async () => {
  const entities = [{ name: "Ada", entityType: "person", observations: ["counts"] }];
  await rig.call("memory", "create_entities", { entities });
  const { structuredContent, mismatch } = resultOf(await rig.call("memory", "read_graph"));
  expect({ structuredContent, mismatch }).toEqual({ structuredContent: { entities, relations: [] } });
});

test("M11: sequential thinking takes a thought", async () => {
  const thought = { thought: "one", nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 };
  const { structuredContent } = resultOf(await rig.call("thinking", "sequentialthinking", thought));
  expect(structuredContent).toMatchObject({ thoughtNumber: 1, nextThoughtNeeded: false });
});

test("M11: screenshots of the Playwright and the DevTools server are pictures", async () => {
  const url = "data:text/html,<title>Hello</title><h1>Hello</h1>";
  expect(textOf(await rig.call("playwright", "browser_navigate", { url }))).toContain("Page URL: data:text/html");
  const [played] = picturesOf(await rig.call("playwright", "browser_take_screenshot"));
  const opened = textOf(await rig.call("devtools", "new_page", { url }));
  const pageId = Number(/^(\d+): .*\[selected\]/m.exec(opened)?.[1]);
  const [developed] = picturesOf(await rig.call("devtools", "take_screenshot", { pageId }));
  for (const picture of [played, developed]) expect(picture?.width).toBeGreaterThan(100);
});

test("M11: a server that cannot reach its service says so in a result", async () => {
  const search = { libraryName: "react", query: "hooks" };
  const told = [
    textOf(await rig.call("notion", "API-get-self")),
    textOf(await rig.call("context7", "resolve-library-id", search)),
    textOf(await rig.call("mongodb", "connect", { connectionString: "mongodb://127.0.0.1:1/?connectTimeoutMS=100" })),
  ];
  for (const text of told) expect(text.length).toBeGreaterThan(20);
});
