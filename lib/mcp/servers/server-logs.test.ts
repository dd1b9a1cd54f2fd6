import { afterAll, beforeAll, expect, test } from "vitest";
import { mcpRig, textOf, type McpRig } from "#e2e/support/mcp-rig.ts";
import { serverFile } from "#e2e/support/servers/start-server.ts";

let rig: McpRig;
beforeAll(async () => {
  const args = [serverFile("sources-server.ts")];
  const env = { NOTES_TOKEN: "t0ken-of-the-server" };
  rig = await mcpRig({ notes: { command: process.execPath, args, env, era: "legacy" } });
});
afterAll(() => rig.close());

const logged = () => {
  const { first = [], last = [] } = rig.servers.inspect()[0]?.said?.logged ?? {};
  return [...first, ...last];
};

test("M66: what a server logs is kept with its level, without its secrets and line breaks", async () => {
  expect(logged()).toEqual([]);
  const said = { level: "error", logger: "db", data: "No\nplace for t0ken-of-the-server\u202E" };
  expect(textOf(await rig.call("notes", "log", said))).toBe("logged");
  expect(logged()).toEqual([expect.stringMatching(/^error db: No place for \[masked \w+\]\u202E$/)]);
});

test("M66, G15: of a thousand lines the first and the last are kept, and the server goes on", async () => {
  await rig.call("notes", "log", { times: 1_000, level: "info", data: "x".repeat(20_000) });
  expect(logged()).toHaveLength(40);
  expect(logged().every((line) => line.length <= 1_000)).toBe(true);
  expect(textOf(await rig.call("notes", "log", { level: "debug", data: "the last" }))).toBe("logged");
  expect(logged().at(-1)).toBe("debug the last");
});
