import { rmSync } from "node:fs";
import { request } from "node:http";
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectV1, newFolder, processOptions, programOf, startHttp } from "./test-peers.ts";

const folder = newFolder();
let server: Awaited<ReturnType<typeof startHttp>>;
beforeAll(async () => {
  server = await startHttp(folder);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};
const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** fetch would not let a test choose its Host. */
function post(headers: Record<string, string>, body: unknown = initialize, path = "/mcp"): Promise<number> {
  return new Promise((resolve, reject) => {
    const url = new URL(path, server.url);
    const outgoing = request(url, { method: "POST", agent: false, headers: { ...json, ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    outgoing.on("error", reject).end(JSON.stringify(body));
  });
}

test("B6: it listens on this machine only", () => {
  expect(new URL(server.url).hostname).toBe("127.0.0.1");
});

test("B4, B5: a foreign host or origin is turned away, which is what DNS rebinding and web pages show", async () => {
  const { port } = new URL(server.url);
  expect(await post({})).toBe(200);
  expect(await post({ host: `localhost:${port}` })).toBe(200);
  expect(await post({ origin: `http://127.0.0.1:${port}` })).toBe(200);
  for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1", `127.0.0.1.evil.example:${port}`]) {
    expect(await post({ host })).toBe(403);
  }
  for (const origin of ["https://evil.example", "null", "http://127.0.0.1:1", `https://127.0.0.1:${port}`]) {
    expect(await post({ origin })).toBe(403);
  }
});

test("other paths, unknown sessions and huge bodies are refused", async () => {
  expect(await post({}, initialize, "/")).toBe(404);
  expect(await post({ "mcp-session-id": "made-up" }, { jsonrpc: "2.0", id: 1, method: "tools/list" })).toBe(404);
  expect(await post({}, { ...initialize, padding: "x".repeat(5_000_000) })).toBe(413);
  expect(await post({}, { jsonrpc: "2.0", id: 1, method: "tools/list" })).toBe(400);
});

test("the oldest session gives way when clients come and never say goodbye", async () => {
  const first = await connectV1({ kind: "http", url: server.url }, null);
  expect(await first.call("list_files", {})).toMatchObject({ text: "The folder is empty." });
  for (let client = 0; client < 101; client += 1) expect(await post({})).toBe(200);
  await expect(first.call("list_files", {})).rejects.toThrow(/Session not found/);
  await first.close();
});

test.each([
  [["--http", "no"], folder, /^Usage: /],
  [["--http", "70000"], folder, /^Usage: /],
  [["--htpp"], folder, /^Usage: /],
  [[], "", /^WORKSPACE_DIR is not set\. /],
  [[], "/", /^WORKSPACE_DIR must be a folder of its own/],
])("started with %j on %j it says what is wrong and ends", (options, workspace, sentence) => {
  const { command, args, env } = programOf(workspace);
  const result = spawnSync(command, [...args, ...options], { ...processOptions(env), encoding: "utf8" });
  expect(result.status).toBe(1);
  expect(result.stderr.trim()).toMatch(sentence);
  expect(result.stderr.trim().split("\n")).toHaveLength(1);
  expect(result.stdout).toBe("");
});

test("a port in use is said in one line", () => {
  const { command, args, env } = programOf(folder);
  const port = new URL(server.url).port;
  const result = spawnSync(command, [...args, "--http", port], { ...processOptions(env), encoding: "utf8" });
  expect(result.status).toBe(1);
  expect(result.stderr.trim()).toMatch(/^listen EADDRINUSE: address already in use 127\.0\.0\.1:\d+$/);
});
