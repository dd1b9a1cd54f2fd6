import { setTimeout as delay } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { startApp } from "#e2e/support/app.ts";
import { claimApp } from "./claim-app.ts";
import type { Figure } from "./figure.ts";
import { manyServers, servers, toolsEach } from "./many-servers.ts";
import { monotonicMs } from "./monotonic-ms.ts";
import { median, percentile } from "./percentile.ts";
import { withOpened } from "./with-opened.ts";

const times = 100;

/** How long a client of the gateway waits for its list of many tools, in both eras of the protocol. */
export function gatewayListing(): Promise<Figure[]> {
  return withOpened(async (open): Promise<Figure[]> => {
    const app = await open(startApp({ mcp: { mcpServers: await manyServers(open) } }));
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
