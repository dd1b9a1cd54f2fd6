import { executedShare } from "./check.ts";
import { wasServerMissed } from "./check-ends.ts";
import { mostMs } from "./check-requests.ts";
import type { ChaosResult } from "./chaos-run.ts";
import { recordOf } from "./record.ts";

/** What one run came to, in a few numbers; every request that counts is among `worst`. */
export function totalsOf({ history, effects, violations }: ChaosResult) {
  const record = recordOf(history, effects);
  const { runs, requests, workers, faults, calls, audit, told } = record;
  const events = (event: string) => workers.filter((worker) => worker.event === event).length;
  const undisturbed = requests.filter(({ disturbed }) => !disturbed);
  const answers = undisturbed.filter(({ asked }) => asked.to === "answer");
  return {
    runs: runs.size,
    "executed calls": effects.length,
    "runs executed": `${(executedShare(record) * 100).toFixed(0)} %`,
    "told outside": counted(told.map(({ told: said }) => said)),
    decisions: audit.filter(({ what }) => what === "approval-decided").length,
    answers: answers.length,
    "of them 503": answers.filter(({ status }) => status === 503).length,
    kills: events("killed"),
    zombies: events("paused"),
    SIGTERMs: events("terminated"),
    "store faults": faults.length,
    "which ones": counted(faults.map(({ what }) => what)),
    "worst answer": `${worst(undisturbed.map(({ ms, queuedMs }) => ms - queuedMs))} (at most ${mostMs})`,
    "by the clock": `${worst(undisturbed.map(({ ms }) => ms))}, with what it waited for a processor`,
    unknown: [...calls.values()].filter(({ state }) => state === "unknown").length,
    "server not up": [...calls.keys()].filter((id) => wasServerMissed(record, id)).length,
    "failed runs": [...runs.values()].filter(({ status }) => status === "failed").length,
    violations: violations.length,
  };
}

function counted(what: string[]): string {
  const counts = new Map<string, number>();
  for (const each of what) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].map(([each, count]) => `${count} ${each}`).join(", ");
}

function worst(lengths: number[]): string {
  return `${Math.round(lengths.reduce((most, ms) => Math.max(most, ms), 0))} ms`;
}

export function printTable(backend: string, totals: { [name: string]: number | string }): void {
  const rows = Object.entries(totals).map(([name, value]) => `  ${name.padEnd(16)} ${value}`);
  process.stdout.write(`\n${backend}\n${rows.join("\n")}\n`);
}

/** A few of each kind; the history has the rest. */
export function printViolations({ violations }: ChaosResult): void {
  const shown = new Map<string, number>();
  for (const { rule, about, detail } of violations) {
    const count = (shown.get(rule) ?? 0) + 1;
    shown.set(rule, count);
    if (count <= 5) process.stdout.write(`  ${rule}: ${about}: ${detail}\n`);
  }
  for (const [rule, count] of shown) if (count > 5) process.stdout.write(`  ${rule}: ${count} in all\n`);
}
