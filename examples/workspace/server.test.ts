import { rmSync } from "node:fs";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, test } from "vitest";
import { newFolder, programOf } from "./test-peers.ts";

test("M7: every tool has a title, a description and honest annotations", async () => {
  const folder = newFolder();
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StdioClientTransport(programOf(folder)));
  const { tools } = await client.listTools();
  const hints = tools.map(({ name, annotations }) => [
    name,
    annotations?.readOnlyHint,
    annotations?.destructiveHint,
    annotations?.idempotentHint,
    annotations?.openWorldHint,
  ]);
  expect(hints).toEqual([
    ["run_command", false, true, false, true],
    ["list_files", true, false, true, false],
    ["read_file", true, false, true, false],
    ["write_file", false, true, true, false],
    ["process_refund", false, true, false, false],
    ["book_table", false, false, false, false],
  ]);
  for (const { title, description } of tools) {
    expect(title).toMatch(/^[A-Z]/);
    expect(description?.length).toBeGreaterThan(40);
  }
  expect(client.getInstructions()).toMatch(/stop and do not look for another way/);
  await client.close();
  rmSync(folder, { recursive: true });
});
