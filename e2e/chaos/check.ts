import { isGated } from "./bound-digest.ts";
import { checkAnswers } from "./check-answers.ts";
import { checkEnds } from "./check-ends.ts";
import { checkExecutions } from "./check-executions.ts";
import { checkRequests } from "./check-requests.ts";
import { checkTold } from "./check-told.ts";
import type { Effect, HistoryEvent } from "./history.ts";
import { recordOf, type Record } from "./record.ts";
import type { Violation } from "./violation.ts";

/** At least this share of the runs must have executed something that a person accepted: else nothing was tried. */
export const leastExecuted = 0.25;

/**
 * Judges a run of the chaos from three files: the effects, which tools wrote outside of the app; the history of what
 * was done to it and what it told; and its audit. Knows nothing of how the app works.
 */
export function check(history: readonly HistoryEvent[], effects: readonly Effect[]): Violation[] {
  const record = recordOf(history, effects);
  return [
    ...checkExecutions(record),
    ...checkAnswers(record),
    ...checkEnds(record),
    ...checkRequests(record),
    ...checkTold(record),
    ...checkShare(record),
  ];
}

function checkShare(record: Record): Violation[] {
  const share = executedShare(record);
  if (share >= leastExecuted) return [];
  const detail = `Only ${(share * 100).toFixed(0)} % of the runs came to execute what a person accepted.`;
  return [{ rule: "hardly-executed", about: "all runs", detail }];
}

/** Of all runs, the share in which at least one gated call was executed. */
export function executedShare({ runs, calls, effects }: Record): number {
  const executed = new Set(effects.filter(({ tool }) => isGated(tool)).map(({ call }) => calls.get(call)?.run));
  return runs.size === 0 ? 0 : [...runs.keys()].filter((id) => executed.has(id)).length / runs.size;
}
