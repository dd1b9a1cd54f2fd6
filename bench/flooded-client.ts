import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { mcpRig } from "#e2e/support/mcp-rig.ts";
import { serverFile, startServer } from "#e2e/support/servers/start-server.ts";
import { longestTurn } from "./longest-turn.ts";

/**
 * Our MCP client beside a server that floods it, in a process of its own: says in JSON what the flood cost, and waits to
 * be ended.
 *   flooded-client.ts '{"over":"http","what":"ping","rounds":1,"many":51000,"settings":{},"measure":"turn"}'
 */
const how: Flood = JSON.parse(process.argv[2] ?? "");

export type Flood = {
  over: "http" | "stdio";
  what: string;
  rounds: number;
  many: number;
  settings: object;
  /** Collecting garbage takes turns of its own, so one run measures these and another what memory is held. */
  measure: "turn" | "memory";
};
export type Flooded = { turnMs: number; growthMB: number; otherMs: number; quietMs: number; status: string };

setFlagsFromString("--expose-gc");
// What V8 puts into a new context when the flag is set.
const collect = runInNewContext("gc") as () => void;

const settings = JSON.stringify(how.settings);
const web = how.over === "http" ? await startServer("flooding-server.ts", settings) : null;
const flooding =
  web === null ? { command: "node", args: [serverFile("flooding-server.ts"), settings] } : { url: web.url };
const rig = await mcpRig(
  { server: { ...flooding, era: "legacy" }, other: { command: "node", args: [serverFile("asking-server.ts")] } },
  { timing: { firstPauseMs: 1_000, maxPauseMs: 60_000 } },
);

/** The slowest of the other server's calls while `work` goes on. */
async function slowestCall(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  void work.finally(() => (isOver = true));
  let slowest = 0;
  while (!isOver) {
    const before = performance.now();
    await rig.call("other", "echo", { text: "x" });
    slowest = Math.max(slowest, performance.now() - before);
  }
  return slowest;
}

async function flood(): Promise<void> {
  for (let round = 0; round < how.rounds; round += 1) {
    await rig.call("server", "flood", { kind: how.what, many: how.many });
    if (how.rounds > 1) await delay(500);
  }
}

await slowestCall(delay(1_000));
const quietMs = await slowestCall(delay(2_000));
collect();
const before = process.memoryUsage().rss;
let most = before;
const watch = setInterval(() => {
  if (how.measure === "memory") collect();
  most = Math.max(most, process.memoryUsage().rss);
}, 100);
const turn = longestTurn();
const otherMs = await slowestCall(flood());
await delay(500);
const turnMs = turn.end();
clearInterval(watch);
const status = rig.servers.list()[0]?.status ?? "gone";
const flooded: Flooded = { turnMs, growthMB: (most - before) / 1024 ** 2, otherMs, quietMs, status };
console.log(JSON.stringify(flooded));

await once(process, "SIGTERM");
await rig.close();
await web?.stop();
process.exit(0);
