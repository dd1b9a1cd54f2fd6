import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { handWrittenServer } from "#e2e/support/hand-written-server.ts";
import { mcpRig, type McpRig } from "#e2e/support/mcp-rig.ts";
import { serverFile } from "#e2e/support/servers/start-server.ts";
import { until } from "#e2e/support/until.ts";

let rig: McpRig;
beforeAll(async () => {
  const args = [serverFile("long-lists-server.ts")];
  rig = await mcpRig({ long: { command: process.execPath, args, era: "legacy" } });
});
afterAll(() => rig.close());

const from = () => ({ personId: "", servers: new Set(["long"]), signal: new AbortController().signal });

const leftOut = "… [Countersign left out the rest of these 800000 characters.]";

/** The longest text that is cleaned until the test ends. */
function longestCleaned(): () => number {
  const cleaning = vi.spyOn(String.prototype, "replaceAll");
  onTestFinished(() => cleaning.mockRestore());
  return () => Math.max(0, ...cleaning.mock.contexts.map((text) => String(text).length));
}

test("G15: a text of a list is cut before it is cleaned, once for all who ask; what is too long to pass on is left out", async () => {
  const cleaned = longestCleaned();
  const list = () => rig.servers.sources.list("prompts", from());
  const [prompts, same] = await Promise.all([list(), list()]);
  expect(prompts.map(({ name }) => name)).toEqual(["long__long", "long__broken"]);
  expect(prompts[0]?.["description"]).toBe(`${"a".repeat(4_000)}${leftOut}`);
  const resources = await rig.servers.sources.list("resources", from());
  expect(resources).toHaveLength(400);
  expect(resources[0]?.["name"]).toBe(`${"a".repeat(100)}…`);
  expect(cleaned()).toBe(8_000);
  expect(same[0]).toBe(prompts[0]);
});

test("G15, E22: so is the text of a prompt, of a suggestion, and of an error", async () => {
  const { sources } = rig.servers;
  const cleaned = longestCleaned();
  const { description, messages } = await sources.prompt({ name: "long__long", arguments: {} }, from());
  expect(description).toBe(`${"a".repeat(4_000)}${leftOut}`);
  const texts = (messages as { content: { text: string } }[]).map(({ content }) => content.text);
  expect(texts).toEqual([
    `${"a".repeat(64 * 1024)}… [Countersign left out the rest of these 300000 characters.]`,
    "a".repeat(150),
  ]);
  expect(cleaned()).toBe(128 * 1024);
  const ref = { type: "ref/prompt", name: "long__long" } as const;
  const { completion } = await sources.complete({ ref, argument: { name: "x", value: "" } }, from());
  expect((completion as { values: string[] }).values[99]).toBe(`${"a".repeat(100)}…`);
  const refused = await sources.prompt({ name: "long__broken", arguments: {} }, from()).catch((error: Error) => error);
  expect(String(refused).length).toBeLessThan(400);
  expect(cleaned()).toBe(128 * 1024);
});

test("G15: a server that says over and over that its resources changed is heard at growing intervals, its last word too", async () => {
  let heard = 0;
  onTestFinished(rig.servers.sources.onChange(() => (heard += 1)));
  await rig.call("long", "announce");
  await until(async () => heard >= 2, "the announcements after the first");
  expect(heard).toBeLessThanOrEqual(10);
});

test("E12: an answer that is nested thousands of levels deep is refused in words", async () => {
  const deep = JSON.parse(`${'{"a":'.repeat(4_000)}1${"}".repeat(4_000)}`) as object;
  const server = await handWrittenServer("modern", ({ method }) => {
    const complete = (more: object) => ({ result: { resultType: "complete", ...more } });
    if (method === "tools/list") return complete({ tools: [], ttlMs: 0, cacheScope: "private" });
    if (method === "prompts/list") return complete({ prompts: [{ name: "deep" }], ttlMs: 0, cacheScope: "private" });
    const content = { type: "text", text: "Hello.", _meta: deep };
    return method === "prompts/get" ? complete({ messages: [{ role: "user", content }] }) : null;
  });
  onTestFinished(server.stop);
  const far = await mcpRig({ far: server.entry });
  onTestFinished(() => far.close());
  const asked = far.servers.sources.prompt(
    { name: "far__deep", arguments: {} },
    { ...from(), servers: new Set(["far"]) },
  );
  await expect(asked).rejects.toThrow('The server "far" answered in a form that MCP does not know.');
});
