import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { mcpRig } from "#e2e/support/mcp-rig.ts";
import { secretsInAnswers, secretsOf } from "./secrets-of.ts";

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end();
});

test("H3: the secrets of a program are what its variables and arguments are named for, and no others", () => {
  const env = { GITHUB_TOKEN: "ghp_1234", API_KEY: "k-1234", WORKSPACE_DIR: "/data/workspace", DB_PASSWORD: "" };
  const args = ["server.js", "--api-key=abc=1", "--token", "t-1234", "--dir", "/data", "plain"];
  const transport = { kind: "stdio" as const, command: "node", args, env, cwd: "/" };
  expect(secretsOf({ transport })).toEqual(["ghp_1234", "k-1234", "abc=1", "t-1234"]);
});

test("H3: the secrets of a web server are its headers and what its address carries", () => {
  const url = "https://user:p%40ss@a.example/mcp?api_key=q-1234&page=2";
  const transport = { kind: "http" as const, url, headers: { authorization: "Bearer b-1234" }, privately: [] };
  expect(secretsOf({ transport })).toEqual(["Bearer b-1234", "b-1234", "p@ss", "q-1234"]);
});

test("C12: in answers only what is named for a secret, and is as long as one, counts as one", () => {
  const url = "https://a.example/mcp?api_key=query-secret-1&page=2";
  const headers = { authorization: "Bearer header-secret-1", "x-region": "eu-central-1", "x-api-key": "short" };
  const http = { kind: "http" as const, url, headers, privately: [] };
  expect(secretsInAnswers({ transport: http })).toEqual([
    "Bearer header-secret-1",
    "header-secret-1",
    "query-secret-1",
  ]);
});

/** Says in every way what it was given. */
const talkative = `
  let asked;
  const said = "the key is " + process.env.API_KEY;
  const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (method === "initialize")
      send({ id, result: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "shop", version: "1" } } });
    else if (method === "tools/list")
      send({ id, result: { tools: ["say", "fail", "wonder"].map((name) => ({ name, title: said, description: said, inputSchema: { type: "object", description: said } })) } });
    else if (method === "tools/call" && params.name === "wonder") {
      asked = id;
      send({ id: "who", method: "elicitation/create", params: { message: said, requestedSchema: { type: "object", properties: { who: { type: "string", title: said } } } } });
    } else if (id === "who") send({ id: asked, result: { content: [] } });
    else if (method === "tools/call" && params.name === "fail") send({ id, error: { code: -32000, message: said } });
    else if (method === "tools/call") {
      asked = id;
      send({ method: "notifications/progress", params: { progressToken: params._meta.progressToken, progress: 1, message: said } });
      send({ id: "ping", method: "ping" });
    } else if (id === "ping")
      send({ id: asked, result: { content: [{ type: "text", text: said }, { type: "resource_link", uri: "x:" + process.env.API_KEY, name: "n" }], structuredContent: { said: [said] } } });
  });`;

test("C12, S0.36: a server's tools, answers, questions, errors and progress do not repeat the secrets that it was given, and are marked", async () => {
  const rig = await mcpRig({
    shop: { command: "node", args: ["-e", talkative], env: { API_KEY: "key-very-secret" }, era: "legacy" },
  });
  cleanUp.push(() => rig.close());
  const reported: unknown[] = [];
  const answers = [
    await rig.call("shop", "say", {}, { onProgress: (progress) => reported.push(progress) }),
    await rig.call("shop", "fail"),
    reported,
    await rig.call(
      "shop",
      "wonder",
      {},
      { elicit: async (question) => (reported.push(question), { action: "cancel" }) },
    ),
    rig.servers.inspect().map(({ tools }) => tools.map(({ definition }) => ({ ...definition, listed: null }))),
  ];
  const text = JSON.stringify(answers);
  expect(text).not.toContain("very-secret");
  expect(text.match(/\[masked [0-9a-f]{4}\]/g)).toHaveLength(25);
});

test("H3: a program that dies with its key on its lips does not tell it to the log, the page or the model", async () => {
  const script = "console.error('Error: the key ' + process.env.API_KEY + ' was refused'); process.exit(1)";
  const rig = await mcpRig({ shop: { command: "node", args: ["-e", script], env: { API_KEY: "k-very-secret" } } });
  cleanUp.push(() => rig.close());
  const [shop] = rig.servers.list();
  expect(shop?.problem).toMatch(/It said: Error: the key \[masked [0-9a-f]{4}\] was refused/);
  expect(JSON.stringify([shop, rig.log])).not.toContain("k-very-secret");
});

test("H3, C12: a server that refuses its key and repeats it does not tell it to the page or the model", async () => {
  const refused = `
    require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const error = { code: -32000, message: "There is no key " + process.env.API_KEY };
      process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(line).id, error }) + "\\n");
    });`;
  const web = createServer((request, response) => {
    void json(request).then((said) => {
      const { id } = said as { id?: unknown };
      const error = { code: -32000, message: `There is no key ${String(request.headers["x-api-key"])}` };
      response.setHeader("content-type", "application/json").end(JSON.stringify({ jsonrpc: "2.0", id, error }));
    });
  });
  await once(web.listen(0, "127.0.0.1"), "listening");
  cleanUp.push(async () => void web.close());
  const { port } = web.address() as AddressInfo;
  const rig = await mcpRig({
    program: { command: "node", args: ["-e", refused], env: { API_KEY: "k-very-secret" }, era: "legacy" },
    web: { url: `http://127.0.0.1:${port}/mcp`, headers: { "x-api-key": "k-very-secret" }, era: "legacy" },
  });
  cleanUp.push(() => rig.close());
  for (const { problem } of rig.servers.list()) expect(problem).toMatch(/There is no key \[masked [0-9a-f]{4}\]/);
});
