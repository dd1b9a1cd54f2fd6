// `npm run test:chaos`: torments the engine on both stores and checks what it did. `--seconds 60` is shared by the
// stores, `--backend sqlite` takes one of them, `--seed 7` repeats the choices, `--mutants` breaks the engine on purpose
// and takes the time that it needs.
import { rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { chaosRun } from "./chaos-run.ts";
import { killMutants } from "./kill-mutants.ts";
import { printTable, printViolations, totalsOf } from "./report.ts";
import { usual } from "./scenarios.ts";
import type { Backend } from "./store-under-test.ts";

const root = path.resolve(import.meta.dirname, "../..");
const results = path.join(root, "test-results/chaos");

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "120" },
    backend: { type: "string" },
    seed: { type: "string" },
    mutants: { type: "boolean", default: false },
  },
});

const backends: Backend[] = ["sqlite", "postgres"];
const chosen = backends.filter((backend) => values.backend === undefined || values.backend === backend);
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));

async function main(): Promise<boolean> {
  let good = true;
  for (const backend of chosen) {
    const folder = path.join(results, `${backend}-${seed}`);
    process.stdout.write(`\n${backend}: seed ${seed}\n`);
    const result = await chaosRun({
      ...usual,
      backend,
      seed,
      seconds: Number(values.seconds) / chosen.length,
      root,
      folder,
    });
    printTable(backend, totalsOf(result));
    if (result.violations.length > 0) {
      good = false;
      printViolations(result);
      process.stdout.write(`  The history is in ${path.relative(root, folder)}.\n`);
    } else rmSync(folder, { recursive: true, force: true });
  }
  return good;
}

const isGood = await (values.mutants ? killMutants({ root, results, seed, backends: chosen }) : main());
// A connection of a worker that was killed may never end by itself.
process.exit(isGood ? 0 : 1);
