import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { serverFile } from "#e2e/support/servers/start-server.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { owner, toolAudit, toolsProcess, type ToolsProcess } from "#e2e/support/tools-world.ts";
import type { Database } from "#lib/store/engine/database.ts";

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end();
});

/** A real server whose instructions stand in a file. */
function shop(over: object = {}) {
  const file = join(mkdtempSync(join(tmpdir(), "instructions-")), "tools.json");
  writeFileSync(file, JSON.stringify([{ name: "list", inputSchema: { type: "object" } }]));
  const say = (text: string) => writeFileSync(`${file}.md`, text);
  say("List before you pay.");
  return { entry: { command: "node", args: [serverFile("changing-server.ts"), file], era: "legacy", ...over }, say };
}

async function started(servers: Record<string, object>, database?: Database): Promise<ToolsProcess> {
  const process = await toolsProcess(servers, database === undefined ? {} : { database });
  cleanUp.push(() => process.close());
  return process;
}

const told = (tools: ToolsProcess) =>
  [...tools.catalogue.tools().values()].find(({ name }) => name === "list")?.serverInstructions;

test("M61: what a server says about its tools reaches no model before somebody has read it", async () => {
  const tools = await started({ shop: shop().entry });
  const { instructions } = tools.server("shop");
  expect(instructions).toMatchObject({ review: "new", definition: [{ kind: "same", text: "List before you pay." }] });
  expect(tools.page().waiting).toBe(2);
  expect(tools.summaries()[0]).toMatchObject({ waiting: 2 });
  const { fingerprint } = tools.tool("shop", "list");
  await tools.admin.review({ person: owner, server: "shop", tools: [{ tool: "list", fingerprint }] });
  expect(tools.offered("shop")).toEqual(["list"]);
  expect(told(tools)).toBeUndefined();
  const review = { person: owner, server: "shop", tools: [{ tool: "", fingerprint: instructions?.fingerprint ?? "" }] };
  expect(await tools.admin.review({ ...review, tools: [{ tool: "", fingerprint }] })).toMatchObject({
    refused: "conflict",
    message: "What the server says is not what waits now. Look at it again.",
  });
  expect(await tools.admin.review(review)).toEqual({ done: true });
  expect(told(tools)).toBe("List before you pay.");
  expect(tools.page().waiting).toBe(0);
  expect((await toolAudit(tools.database)).at(-1)).toMatchObject({ kind: "tool-reviewed", detail: { tool: "" } });
});

test("M61, E1: changed words wait, also those of a trusted server, while its tools go on", async () => {
  const database = await openTestDatabase();
  const { entry, say } = shop({ trusted: true });
  const first = await started({ shop: entry }, database);
  expect(told(first)).toBe("List before you pay.");
  await first.close();
  say("Pay before you list.");
  const second = await started({ shop: entry }, database);
  await second.until(() => second.server("shop").instructions?.review === "changed");
  expect(second.server("shop").instructions?.definition).toContainEqual({ kind: "removed", text: "List" });
  expect(second.offered("shop")).toEqual(["list"]);
  expect(told(second)).toBeUndefined();
  await second.close();
  // What was accepted before needs no second look.
  say("List before you pay.");
  const third = await started({ shop: entry }, database);
  expect(told(third)).toBe("List before you pay.");
  expect(third.page().waiting).toBe(0);
});

test("M68: a server's own name stands on the page beside the one it is given, and is not used anywhere", async () => {
  const tools = await started({ shop: shop({ title: "Orders" }).entry });
  expect(tools.server("shop")).toMatchObject({
    title: "Orders",
    callsItself: { title: "changing", version: "1", icon: null },
  });
});
