import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { countedPng } from "#e2e/support/pictures.ts";
import { serverFile } from "#e2e/support/servers/start-server.ts";
import { owner, toolsProcess } from "#e2e/support/tools-world.ts";

/** A server that offers so many tools with an icon of 15 KB each. */
function withIcons(count: number) {
  const padded = Buffer.concat([countedPng(16, 16, false), Buffer.alloc(11_000)]);
  const src = `data:image/png;base64,${padded.toString("base64")}`;
  const tools = Array.from({ length: count }, (_, number) => {
    return { name: `tool${number}`, inputSchema: { type: "object" }, icons: [{ src }] };
  });
  const file = path.join(mkdtempSync(path.join(tmpdir(), "tools-")), "tools.json");
  writeFileSync(file, JSON.stringify(tools));
  return { entry: { command: "node", args: [serverFile("changing-server.ts"), file], era: "legacy" }, src };
}

test("M68: icons of tools that nobody accepted take no room on the page from those of others", async () => {
  const [many, other] = [withIcons(30), withIcons(1)];
  const tools = await toolsProcess({ many: many.entry, other: other.entry });
  onTestFinished(() => tools.close());
  const { fingerprint, icon } = tools.tool("other", "tool0");
  expect(icon).toBeNull();
  await tools.admin.review({ person: owner, server: "other", tools: [{ tool: "tool0", fingerprint }] });
  expect(tools.tool("other", "tool0").icon).toBe(other.src);
  expect(tools.tool("many", "tool0").icon).toBeNull();
});
