import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { ChaosOptions } from "./chaos-run.ts";
import { decidingAtDeadlines, longCalls, racingDeciders, sleepers, suddenDeaths } from "./scenarios.ts";

type Scenario = Omit<ChaosOptions, "backend" | "seconds" | "seed" | "root" | "folder">;

type Patch = { file: string; from: string; to: string };

/** One thing that is wrong with the engine, by hand, and the chaos in which that must show. */
export type Mutant = { name: string; patches: readonly Patch[]; scenario: Scenario };

const runs = "lib/store/runs/runs.ts";
const leases = "lib/store/runs/leases.ts";
const approvals = "lib/store/approvals/approvals.ts";

export const mutants: readonly Mutant[] = [
  {
    name: "drop the fence",
    patches: [
      {
        file: runs,
        from: `    .where("id", "=", runId)
    .where("fence", "=", fence)
    .where("status", "in", ["running", "parked"]),
);`,
        to: `    .where("id", "=", runId)
    .where("status", "in", ["running", "parked"]),
);`,
      },
      {
        file: "lib/agent/runs/renew-runs.ts",
        from: "if (held.get(id) === fence ||",
        to: "if (held.get(id) !== undefined || fence > 0 ||",
      },
    ],
    scenario: sleepers,
  },
  {
    name: "mark running after the call",
    patches: [
      {
        file: "lib/gate/run/start-call.ts",
        from: "    await commitStart(gate, run, start, stored);\n",
        to: "",
      },
      {
        file: "lib/gate/run/start-call.ts",
        from: 'call: { ...call, ...stored, state: "running" } };',
        to: 'call: { ...call, ...stored, state: "running" }, commit: () => commitStart(gate, run, start, stored) };',
      },
      {
        file: "lib/gate/run/execute.ts",
        from: "{ call, tool, clearance, ...work }: Execution,",
        to: "{ call, tool, clearance, commit, ...work }: Execution & { commit: () => Promise<void> },",
      },
      {
        file: "lib/gate/run/execute.ts",
        from: "{ tool, clearance, ...work }));\n  //",
        to: "{ tool, clearance, ...work }));\n  await commit();\n  //",
      },
    ],
    scenario: suddenDeaths,
  },
  {
    name: "decide without compare-and-set",
    patches: [
      {
        file: approvals,
        from: `    .where("digest", "=", digest)
    .where("status", "=", "pending")
`,
        to: `    .where("digest", "=", digest)
`,
      },
    ],
    scenario: racingDeciders,
  },
  {
    name: "wake before commit",
    patches: [
      {
        file: "lib/gate/answer/commit-answer.ts",
        from: "    await lockRun(gate.database, trx, shown.run_id);\n",
        to: "    await lockRun(gate.database, trx, shown.run_id);\n    await wakeAnsweredRun(trx, shown.run_id);\n",
      },
      {
        file: "lib/gate/answer/commit-answer.ts",
        from: "    await wakeAnsweredRun(trx, settled.run_id);\n",
        to: "",
      },
    ],
    scenario: racingDeciders,
  },
  {
    name: "ignore expiry",
    patches: [
      {
        file: approvals,
        from: `    .where("status", "=", "pending")
    .where("expires_at", ">", sql<number>\`\${now}\`)
    .returningAll()`,
        to: `    .where("status", "=", "pending")
    .returningAll()`,
      },
    ],
    scenario: decidingAtDeadlines,
  },
  {
    name: "evict a healthy holder",
    patches: [
      {
        file: leases,
        from: `    .where("status", "in", ["running", "parked"])
    .where(nobodyHolds(now))
`,
        to: `    .where("status", "in", ["running", "parked"])
`,
      },
    ],
    scenario: longCalls,
  },
];

/** What a worker needs to run. */
const sources = ["lib", "app", "bin", "e2e/support", "e2e/chaos", "package.json", "tsconfig.json"];

/** Copies the sources to a folder of their own, with the mutant in them. Throws when they are not what it changes. */
export function plant({ name, patches }: Mutant, { root, folder }: { root: string; folder: string }): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const source of sources) cpSync(path.join(root, source), path.join(folder, source), { recursive: true });
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  for (const { file, from, to } of patches) {
    const before = readFileSync(path.join(folder, file), "utf8");
    if (before.split(from).length !== 2) throw new Error(`${name}: ${file} does not hold this text once:\n${from}`);
    writeFileSync(
      path.join(folder, file),
      before.replace(from, () => to),
    );
  }
}
