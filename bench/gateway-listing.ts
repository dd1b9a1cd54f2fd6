import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { startApp } from "#e2e/support/app.ts";
import { startServer } from "#e2e/support/servers/start-server.ts";
import { claimApp } from "./claim-app.ts";
import type { Figure } from "./figure.ts";
import { monotonicMs } from "./monotonic-ms.ts";
import { median, percentile } from "./percentile.ts";
import { withOpened } from "./with-opened.ts";

const servers = 50;
const toolsEach = 20;
const times = 100;

/** How long a client of the gateway waits for its list of many tools, in both eras of the protocol. */
export function gatewayListing(): Promise<Figure[]> {
  return withOpened(async (open): Promise<Figure[]> => {
    const folder = await mkdtemp(path.join(tmpdir(), "countersign-listing-"));
    await open(Promise.resolve({ close: () => rm(folder, { recursive: true }) }));
    const listFile = path.join(folder, "list.json");
    await writeFile(
      listFile,
      JSON.stringify({ tools: Array.from({ length: toolsEach }, (_, index) => toolOf(index)) }),
    );
    const server = await startServer("listing-server.ts", "0", listFile, path.join(folder, "log"));
    await open(Promise.resolve({ close: server.stop }));
    const entries = Array.from({ length: servers }, (_, index): [string, object] => [
      `server-${index}`,
      { url: `${server.url}?server=${index}`, trusted: true },
    ]);
    const app = await open(startApp({ mcp: { mcpServers: Object.fromEntries(entries) } }));
    const person = await claimApp(app);
    const asked = { name: "bench", scopes: ["tools:call"] };
    // Our own server answers with exactly this.
    const { secret } = JSON.parse((await person.post("/api/keys", asked)).text) as { secret: string };
    const figures: Figure[] = [];
    for (const era of ["modern", "legacy"] as const) {
      const took: number[] = [];
      const timed: typeof fetch = async (input, init) => {
        const since = monotonicMs();
        const answer = await fetch(input, init);
        if (typeof init?.body !== "string" || !init.body.includes('"tools/list"')) return answer;
        const body = await answer.text();
        took.push(monotonicMs() - since);
        return new Response(body, answer);
      };
      const mode = era === "modern" ? { pin: "2026-07-28" as const } : ("legacy" as const);
      const client = new Client({ name: "bench", version: "1" }, { versionNegotiation: { mode } });
      const requestInit = { headers: { authorization: `Bearer ${secret}` } };
      const address = new URL(`${app.url}/api/mcp`);
      await client.connect(new StreamableHTTPClientTransport(address, { requestInit, fetch: timed }));
      while ((await client.listTools()).tools.length <= servers * toolsEach) await delay(200);
      took.length = 0;
      for (let index = 0; index < times; index += 1) await client.listTools();
      await client.close();
      figures.push({
        name: `tools/list of ${servers * toolsEach} tools of ${servers} servers, ${era}, p50`,
        value: median(took),
        unit: "ms",
        target: { atMost: 100 },
        note: `${times} times over HTTP, warm, until the whole answer is there`,
      });
      figures.push({ name: "… p99", value: percentile(took, 0.99), unit: "ms" });
    }
    person.close();
    return figures;
  });
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
