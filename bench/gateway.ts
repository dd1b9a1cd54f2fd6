import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { setTimeout as delay } from "node:timers/promises";
import { startApp } from "#e2e/support/app.ts";
import { startServer } from "#e2e/support/servers/start-server.ts";
import { claimApp } from "./claim-app.ts";
import type { Figure } from "./figure.ts";
import { monotonicMs } from "./monotonic-ms.ts";
import { median, percentile } from "./percentile.ts";
import { startProcess } from "./start-process.ts";
import { withOpened } from "./with-opened.ts";

const warmUp = 60;
const measured = 200;
const rounds = 5;

/**
 * A call that needs no approval, through the gateway of the app as it is shipped, against the same call made to the same
 * server directly, and through a process that only hands it on: the same client over the same transport, one call at a
 * time, taking turns.
 */
export function gateway(): Promise<Figure[]> {
  return withOpened(async (open) => {
    const { url, stop } = await startServer("asking-server.ts");
    await open({ close: stop });
    const tools = { echo: { approval: "never" } };
    const app = await open(startApp({ mcp: { mcpServers: { upstream: { url, trusted: true, tools } } } }));
    const person = await claimApp(app);
    // Our own server answers with exactly this.
    const made = JSON.parse((await person.post("/api/keys", { name: "bench", scopes: ["tools:call"] })).text) as {
      secret: string;
    };
    person.close();
    const through = await open(clientOf(`${app.url}/api/mcp`, { authorization: `Bearer ${made.secret}` }));
    while (!(await through.listTools()).tools.some(({ name }) => name === "upstream__echo")) await delay(50);
    const direct = await open(clientOf(url, {}));
    const forwarder = await open(startProcess("bench/bare-gateway.ts", url, "--http"));
    const bare = await open(clientOf(forwarder.said, {}));
    const all = { through: [] as number[], direct: [] as number[], ratios: [] as number[], bare: [] as number[] };
    for (let round = 0; round <= rounds; round += 1) {
      const tookThrough: number[] = [];
      const tookDirect: number[] = [];
      const tookBare: number[] = [];
      for (let call = 0; call < (round === 0 ? warmUp : measured); call += 1) {
        tookThrough.push(await msOf(through, "upstream__echo"));
        tookDirect.push(await msOf(direct, "echo"));
        tookBare.push(await msOf(bare, "echo"));
      }
      if (round === 0) continue;
      all.through.push(...tookThrough);
      all.direct.push(...tookDirect);
      all.ratios.push(median(tookThrough) / median(tookDirect));
      all.bare.push(median(tookBare) / median(tookDirect));
    }
    const spread = `${Math.min(...all.ratios).toFixed(1)} to ${Math.max(...all.ratios).toFixed(1)} in ${rounds} rounds`;
    return [
      {
        name: "A call through the gateway against the server directly, p50",
        value: median(all.ratios),
        unit: "×",
        target: { atMost: 1.5 },
        note: spread,
      },
      {
        name: "… through a process that only hands it on, p50",
        value: median(all.bare),
        unit: "×",
        note: "the SDK's server and client, nothing else",
      },
      { name: "… through the gateway, p50", value: median(all.through), unit: "ms" },
      { name: "… through the gateway, p99", value: percentile(all.through, 0.99), unit: "ms" },
      { name: "… directly, p50", value: median(all.direct), unit: "ms" },
    ];
  });
}

async function msOf(client: Client, name: string): Promise<number> {
  const since = monotonicMs();
  const result = await client.callTool({ name, arguments: { text: "hello" } });
  const took = monotonicMs() - since;
  if (JSON.stringify(result.content) !== '[{"type":"text","text":"hello"}]') throw new Error(JSON.stringify(result));
  return took;
}

async function clientOf(url: string, headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: "bench", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}
