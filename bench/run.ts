import { mkdir, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { build, isBuilt } from "../bin/build/build-app.ts";
import { approveToStart } from "./approve-to-start.ts";
import { audit } from "./audit.ts";
import { chatOverhead } from "./chat-overhead.ts";
import { type Figure, isMet } from "./figure.ts";
import { chatTools } from "./chat-tools.ts";
import { firstLoad } from "./first-load.ts";
import { frames } from "./frames.ts";
import { chunkLog } from "./chunk-log.ts";
import { gatewayListing } from "./gateway-listing.ts";
import { decisionToStart } from "./decision-to-start.ts";
import { gateway } from "./gateway.ts";
import { gatewayClients } from "./gateway-clients.ts";
import { hostileInput } from "./hostile-input.ts";
import { inbox } from "./inbox.ts";
import { instances } from "./instances.ts";
import { judgeCalls } from "./judge.ts";
import { oldProgram } from "./old-program.ts";
import { openStreams } from "./open-streams.ts";
import { parkedCold } from "./parked-cold.ts";
import { parkedMemory } from "./parked-memory.ts";
import { printTable } from "./print-table.ts";
import { type Harness, sideBySide } from "./side-by-side.ts";
import { signInFlood } from "./sign-in-flood.ts";
import { startAndMemory } from "./start-and-memory.ts";
import { turnCost } from "./turn-cost.ts";
import { turns } from "./turns.ts";

type How = { minutes: number; harness: Harness | null };

/**
 * `npm run bench`, or `npm run bench turns first-load` for some of it, or `npm run bench -- open-streams --minutes 10`
 * to keep streams open for longer than half a minute. Prints every figure beside its target and writes
 * them to `bench/results/`. A target that is missed is a result, not a failure; but what hostile input costs others is a
 * promise, so that command fails. `npm run bench -- peers --harness <folder> --targets p0,p1,cs` measures the app beside
 * others, by a harness outside of this project.
 */
const measurements: Record<string, (how: How) => Promise<Figure[]>> = {
  "chat-overhead": chatOverhead,
  "approve-to-start": approveToStart,
  turns,
  "turn-cost": turnCost,
  "first-load": firstLoad,
  frames,
  "start-and-memory": startAndMemory,
  "parked-memory": parkedMemory,
  "decision-to-start": decisionToStart,
  instances,
  "parked-cold": parkedCold,
  "open-streams": openStreams,
  "chunk-log": chunkLog,
  gateway,
  "gateway-clients": gatewayClients,
  judge: judgeCalls,
  "hostile-input": hostileInput,
  audit,
  inbox,
  "gateway-listing": gatewayListing,
  "chat-tools": chatTools,
  "old-program": oldProgram,
  "sign-in-flood": signInFlood,
  peers: ({ harness }) => {
    if (harness === null) throw new Error("Say where the harness is: --harness <folder>");
    return sideBySide(harness);
  },
};

const root = path.resolve(import.meta.dirname, "..");
const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: "string", default: "0.5" },
    harness: { type: "string" },
    targets: { type: "string", default: "p0,cs" },
  },
});
const { minutes, harness: folder, targets } = values;
const how = { minutes: Number(minutes), harness: folder === undefined ? null : { folder, targets } };
const unknown = wanted.filter((name) => !Object.hasOwn(measurements, name));
if (unknown.length > 0) {
  console.error(`There is no measurement ${unknown.join(", ")}; there are ${Object.keys(measurements).join(", ")}.`);
  process.exit(1);
}
if (!isBuilt(root) && !(await build(root))) process.exit(1);

const results: { measurement: string; load: { before: number; after: number }; figures: Figure[] }[] = [];
for (const [measurement, measure] of Object.entries(measurements)) {
  const isWanted = wanted.length > 0 ? wanted.includes(measurement) : measurement !== "peers" || how.harness !== null;
  if (!isWanted) continue;
  const [before = 0] = loadavg();
  console.log(`${measurement} is measured…`);
  const figures = await measure(how);
  const [after = 0] = loadavg();
  results.push({ measurement, load: { before, after }, figures });
  printTable(`${measurement} (load of the machine before it: ${before.toFixed(1)})`, figures);
}

const machine = {
  cores: cpus().length,
  cpu: cpus()[0]?.model.trim(),
  node: process.version,
  platform: process.platform,
};
const missed = results.flatMap(({ measurement, figures }) =>
  figures.filter((figure) => isMet(figure) === false).map(({ name }) => ({ measurement, name })),
);
const at = new Date().toISOString();
await mkdir(path.join(import.meta.dirname, "results"), { recursive: true });
const file = path.join(import.meta.dirname, "results", `${at.replaceAll(":", "-")}.json`);
await writeFile(file, JSON.stringify({ at, machine, results }, null, 2));
for (const { measurement, name } of missed) console.log(`MISSED, ${measurement}: ${name}`);
if (missed.some(({ measurement }) => measurement === "hostile-input")) process.exitCode = 1;
console.log(`${missed.length} targets missed. Written to ${path.relative(process.cwd(), file)}.`);
