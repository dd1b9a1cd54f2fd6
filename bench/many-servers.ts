import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startServer } from "#e2e/support/servers/start-server.ts";
import type { Open } from "./with-opened.ts";

export const servers = 50;
export const toolsEach = 20;

/** What `mcp.json` says of many servers with many tools. One process stands for all of them. */
export async function manyServers(open: Open): Promise<Record<string, object>> {
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-listing-"));
  await open(Promise.resolve({ close: () => rm(folder, { recursive: true }) }));
  const listFile = path.join(folder, "list.json");
  const tools = Array.from({ length: toolsEach }, (_, index) => toolOf(index));
  await writeFile(listFile, JSON.stringify({ tools }));
  const server = await startServer("listing-server.ts", "0", listFile, path.join(folder, "log"));
  await open(Promise.resolve({ close: server.stop }));
  const entries = Array.from({ length: servers }, (_, index): [string, object] => [
    `server-${index}`,
    { url: `${server.url}?server=${index}`, trusted: true },
  ]);
  return Object.fromEntries(entries);
}

function toolOf(index: number) {
  const text = { type: "string", description: "One of several arguments, described in a sentence." };
  return {
    name: `tool_${index}`,
    title: `Tool ${index}`,
    description: `Does what tool ${index} does, and says so in a description of ordinary length for a model to read.`,
    inputSchema: { type: "object", properties: { first: text, second: text, third: text }, required: ["first"] },
    outputSchema: { type: "object", properties: { rows: { type: "number" } }, required: ["rows"] },
    annotations: { readOnlyHint: index % 2 === 0 },
  };
}
