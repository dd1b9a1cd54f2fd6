import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chaosRun } from "./chaos-run.ts";
import { mutants, plant, type Mutant } from "./mutants.ts";
import type { Backend } from "./store-under-test.ts";

type Where = { root: string; results: string; seed: number; backends: readonly Backend[] };

type Attempt = readonly [backend: Backend, seconds: number];
type Found = { said: string; attempt: Attempt };

/** Each is given one run after the other on the chosen stores, each longer than the one before, until one finds it. */
const attempts: readonly Attempt[] = [
  ["sqlite", 6],
  ["postgres", 10],
  ["sqlite", 20],
  ["postgres", 30],
];

/**
 * Breaks the engine in each way that we know, and returns whether the check found every one of them, and nothing in the
 * same chaos where the engine is whole.
 */
export async function killMutants(where: Where): Promise<boolean> {
  let good = true;
  process.stdout.write(`\nmutants: seed ${where.seed}\n`);
  for (const mutant of mutants) {
    const found = await kill(mutant, where);
    const whole = found === null ? null : await kill({ ...mutant, patches: [] }, where, [found.attempt]);
    good &&= found !== null && whole === null;
    const verdict = found === null ? "SURVIVED" : `${found.said}; without it ${whole?.said ?? "nothing is found"}`;
    process.stdout.write(`  ${mutant.name.padEnd(32)} ${verdict}\n`);
  }
  return good;
}

async function kill(
  mutant: Mutant,
  { root, results, seed, backends }: Where,
  tries: readonly Attempt[] = attempts.filter(([backend]) => backends.includes(backend)),
): Promise<Found | null> {
  // Outside of the project, whose tools would take it for part of it.
  const planted = mkdtempSync(path.join(tmpdir(), "countersign-mutant-"));
  const folder = path.join(results, "mutant-run");
  plant(mutant, { root, folder: planted });
  const since = performance.now();
  try {
    for (const attempt of tries) {
      const [backend, seconds] = attempt;
      const { violations } = await chaosRun({ ...mutant.scenario, backend, seconds, seed, root: planted, folder });
      const rules = [...new Set(violations.map(({ rule }) => rule))].filter((rule) => !ofTheMachine.has(rule));
      const took = Math.round((performance.now() - since) / 1_000);
      if (rules.length > 0) return { said: `killed on ${backend} after ${took} s: ${rules.join(", ")}`, attempt };
    }
    return null;
  } finally {
    rmSync(planted, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a busy machine may cause as well as a mutant. */
const ofTheMachine: ReadonlySet<string> = new Set(["answered-late", "hardly-executed"]);
