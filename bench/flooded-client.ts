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
export type Flooded = {
  turnMs: number;
  growthMB: number;
  /** Another server's slowest call during the flood, and before it. */
  other: Slowest;
  quiet: Slowest;
  status: string;
};

/** `busyMs`: the most processor time of ours that one call had to wait for, or took, so that a busy machine adds nothing. */
type Slowest = { ms: number; busyMs: number };

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
async function slowestCall(work: Promise<unknown>): Promise<Slowest> {
  let isOver = false;
  void work.finally(() => (isOver = true));
  const slowest = { ms: 0, busyMs: 0 };
  while (!isOver) {
    const [at, busy] = [performance.now(), process.threadCpuUsage()];
    await rig.call("other", "echo", { text: "x" });
    const { user, system } = process.threadCpuUsage(busy);
    slowest.ms = Math.max(slowest.ms, performance.now() - at);
    slowest.busyMs = Math.max(slowest.busyMs, (user + system) / 1_000);
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
const quiet = await slowestCall(delay(2_000));
collect();
const before = process.memoryUsage().rss;
let most = before;
const watch = setInterval(() => {
  if (how.measure === "memory") collect();
  most = Math.max(most, process.memoryUsage().rss);
}, 100);
const turn = longestTurn();
const other = await slowestCall(flood());
await delay(500);
const turnMs = turn.end();
clearInterval(watch);
const status = rig.servers.list()[0]?.status ?? "gone";
const flooded: Flooded = { turnMs, growthMB: (most - before) / 1024 ** 2, other, quiet, status };
console.log(JSON.stringify(flooded));

await once(process, "SIGTERM");
await rig.close();
await web?.stop();
process.exit(0);
