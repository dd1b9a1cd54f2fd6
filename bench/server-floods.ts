import type { Figure } from "./figure.ts";
import type { Flood, Flooded } from "./flooded-client.ts";
import { startProcess } from "./start-process.ts";

const pings = { what: "ping", rounds: 1, many: 51_000 };
const floods: Record<string, Omit<Flood, "measure">> = {
  "51,000 pings over HTTP": { ...pings, over: "http", settings: {} },
  "51,000 pings of a program that does not read": { ...pings, over: "stdio", settings: { deaf: true } },
  "51,000 log messages over HTTP": { ...pings, what: "log", over: "http", settings: {} },
  "A list of 500 tools (2 MB) that changes 4,000 times": {
    over: "http",
    what: "changed",
    rounds: 10,
    many: 400,
    settings: { tools: 498, bytes: 4_000 },
  },
};

/** What a connected server's flood costs the process, and so everybody else. */
export async function serverFloods(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, flood] of Object.entries(floods)) {
    const { turnMs, other, quiet, status, growthMB: uncollected } = await flooded({ ...flood, measure: "turn" });
    const { growthMB } = await flooded({ ...flood, measure: "memory" });
    figures.push(
      {
        name: `${name}: longest turn`,
        value: turnMs,
        unit: "ms",
        target: { atMost: 50 },
        note: `in processor time; then it is ${status}`,
      },
      {
        name: "… what another server's slowest call waited for",
        value: other.busyMs,
        unit: "ms",
        target: { atMost: 50 },
        note: `in our processor time; by the clock ${other.ms.toFixed(0)} ms, ${quiet.ms.toFixed(0)} ms when it is quiet`,
      },
      {
        name: "… memory held beside that before",
        value: growthMB,
        unit: "MB",
        target: { atMost: 64 },
        note: `${uncollected.toFixed(0)} MB with what is not collected yet`,
      },
    );
  }
  return figures;
}

async function flooded(flood: Flood): Promise<Flooded> {
  console.log(`  ${flood.many * flood.rounds} × ${flood.what} over ${flood.over}, ${flood.measure}…`);
  const client = await startProcess("bench/flooded-client.ts", JSON.stringify(flood));
  await client.close();
  return JSON.parse(client.said);
}
