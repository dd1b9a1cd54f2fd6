import { setImmediate as immediate } from "node:timers/promises";
import { isSettled } from "#lib/approvals/states.ts";
import { AllJudged } from "#lib/gate/contract/all-judged.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import { throughOutages } from "#lib/gate/contract/through-outages.ts";
import { toolCallsOfRun } from "#lib/store/calls/tool-calls.ts";
import type { RunRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import { runTool } from "./run-tool.ts";

const callsPerTurn = 5;

/** What a door brings for one of its calls. Without `delegate` none of them gives work to an agent. */
export type AtDoor = Pick<RunContext, "origin" | "asker"> &
  Partial<Pick<RunContext, "delegate" | "tell" | "whileWaiting" | "mayStart" | "callEnded">>;

type Door = {
  /** Aborts when the run is stopped or lost. */
  signal: AbortSignal;
  /** How long a tool is waited for that ignores that. */
  abandonAfterMs: number;
  /** The call that gave the work, of which these calls are part; null for all others. */
  parentId?: string | null;
  /** Has a call taken to its end. */
  each: (call: ToolCallRow, take: (at: AtDoor) => Promise<void>) => Promise<void>;
};

const delegate = () => Promise.reject(new Error("This door gives no work to agents."));

/**
 * Takes every unsettled call of a run that this process holds to its end, all at once; results keep the order in which they
 * were proposed (S0.21). Rejects as `runTool` does.
 */
export async function runTools(
  gate: Gate,
  run: RunRow,
  { signal, abandonAfterMs, parentId = null, each }: Door,
): Promise<void> {
  const calls = await toolCallsOfRun(gate.database, run.id);
  const unsettled = calls.filter(({ state, parent_id }) => parent_id === parentId && !isSettled(state));
  if (unsettled.length === 0) return;
  const judging = new AllJudged(unsettled);
  const { id: runId, chat_id: chatId, person_id: personId, fence } = run;
  const work: Promise<PromiseSettledResult<void>[]>[] = [];
  for (const [index, call] of unsettled.entries()) {
    const { id } = call;
    // All of them change the run's one row: many at once would only hold up all other work on the store (D5: bounded
    // parallel calls). The embedded database never waits, so nobody else would get a turn.
    if (index > 0 && index % callsPerTurn === 0) {
      await Promise.race([judging.these(unsettled.slice(index - callsPerTurn, index)), aborted(signal)]);
      await immediate();
    }
    const done = each(call, (at) => {
      const context = { runId, chatId, personId, fence, signal, judging, delegate, ...at };
      // Calls that had to wait for others may have been ended with their run meanwhile.
      const justRead = index < callsPerTurn ? call : undefined;
      return throughOutages(gate, signal, (again) => runTool(gate, context, id, again ? undefined : justRead));
    }).finally(() => judging.judged(id));
    work.push(Promise.allSettled([done]));
  }
  const ends = await Promise.race([Promise.all(work), abandoned(signal, abandonAfterMs)]);
  for (const [end] of ends) if (end?.status === "rejected") throw end.reason;
}

/** Resolves when the run was stopped. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Rejects a while after the run was stopped: a tool that ignores its abort must not keep the run in memory. */
function abandoned(signal: AbortSignal, afterMs: number): Promise<never> {
  return new Promise((_, reject) => {
    const later = () => setTimeout(() => reject(signal.reason), afterMs).unref();
    if (signal.aborted) later();
    else signal.addEventListener("abort", later, { once: true });
  });
}
