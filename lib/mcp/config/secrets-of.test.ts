import { afterEach, expect, test } from "vitest";
import { mcpRig } from "#e2e/support/mcp-rig.ts";
import { secretsOf } from "./secrets-of.ts";

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

test("H3: a program that dies with its key on its lips does not tell it to the log, the page or the model", async () => {
  const script = "console.error('Error: the key ' + process.env.API_KEY + ' was refused'); process.exit(1)";
  const rig = await mcpRig({ shop: { command: "node", args: ["-e", script], env: { API_KEY: "k-very-secret" } } });
  cleanUp.push(() => rig.close());
  const [shop] = rig.servers.list();
  expect(shop?.problem).toMatch(/It said: Error: the key \[masked [0-9a-f]{4}\] was refused/);
  expect(JSON.stringify([shop, rig.log])).not.toContain("k-very-secret");
});
