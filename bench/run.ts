import { mkdir, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import path from "node:path";
import { build, isBuilt } from "../bin/app-build.ts";
import { approveToStart } from "./approve-to-start.ts";
import { chatOverhead } from "./chat-overhead.ts";
import { type Figure, isMet } from "./figure.ts";
import { firstLoad } from "./first-load.ts";
import { parkedMemory } from "./parked-memory.ts";
import { printTable } from "./print-table.ts";
import { startAndMemory } from "./start-and-memory.ts";
import { turns } from "./turns.ts";

/**
 * `npm run bench`, or `npm run bench turns first-load` for some of it. Prints every figure beside its target and writes
 * them to `bench/results/`. A target that is missed is a result, not a failure.
 */
const measurements: Record<string, () => Promise<Figure[]>> = {
  "chat-overhead": chatOverhead,
  "approve-to-start": approveToStart,
  turns,
  "first-load": firstLoad,
  "start-and-memory": startAndMemory,
  "parked-memory": parkedMemory,
};

const root = path.resolve(import.meta.dirname, "..");
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(measurements, name));
if (unknown.length > 0) {
  console.error(`There is no measurement ${unknown.join(", ")}; there are ${Object.keys(measurements).join(", ")}.`);
  process.exit(1);
}
if (!(await isBuilt(root)) && !(await build(root))) process.exit(1);

const results: { measurement: string; load: { before: number; after: number }; figures: Figure[] }[] = [];
for (const [measurement, measure] of Object.entries(measurements)) {
  if (wanted.length > 0 && !wanted.includes(measurement)) continue;
  const [before = 0] = loadavg();
  const figures = await measure();
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
const missed = results.flatMap(({ figures }) => figures).filter((figure) => isMet(figure) === false);
const at = new Date().toISOString();
await mkdir(path.join(import.meta.dirname, "results"), { recursive: true });
const file = path.join(import.meta.dirname, "results", `${at.replaceAll(":", "-")}.json`);
await writeFile(file, JSON.stringify({ at, machine, results }, null, 2));
console.log(`${missed.length} targets missed. Written to ${path.relative(process.cwd(), file)}.`);
