import { setImmediate as immediate } from "node:timers/promises";
import { isSettled } from "#lib/approvals/states.ts";
import { AllJudged } from "#lib/gate/contract/all-judged.ts";
import type { RunContext } from "#lib/gate/contract/gate.ts";
import { runTool } from "#lib/gate/run/run-tool.ts";
import { throughOutages } from "#lib/gate/contract/through-outages.ts";
import { toolCallsOfRun } from "#lib/store/calls/tool-calls.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import type { WhileWaiting } from "#lib/agent/hot/activity.ts";
import { contextOf } from "#lib/agent/hot/hot-run.ts";
import type { HotRun } from "#lib/agent/hot/agent.ts";

const callsPerTurn = 5;

type Of = {
  /** The call that gave the work, of which these calls are part; null for those of the chat's own agent. */
  parentId: string | null;
  /** How the calls that give work to an agent have it done. */
  delegating: (whileWaiting: WhileWaiting) => RunContext["delegate"];
};

/** Takes every unsettled call of an agent to its end, all at once; results keep the model's order (S0.21). */
export async function settleCalls(agent: Agent, hot: HotRun, { parentId, delegating }: Of): Promise<void> {
  const calls = await toolCallsOfRun(agent.gate.database, hot.row.id);
  const unsettled = calls.filter(({ state, parent_id }) => parent_id === parentId && !isSettled(state));
  if (unsettled.length === 0) return;
  const stopped = aborted(hot.signal);
  const judging = new AllJudged(unsettled.map(({ id }) => id));
  const work: Promise<PromiseSettledResult<void>[]>[] = [];
  for (const [index, call] of unsettled.entries()) {
    const { id } = call;
    // All of them change the run's one row: many at once would only hold up all other work on the store (D5: bounded
    // parallel calls). The embedded database never waits, so nobody else would get a turn.
    if (index > 0 && index % callsPerTurn === 0) {
      await Promise.race([judging.these(unsettled.slice(index - callsPerTurn, index).map((call) => call.id)), stopped]);
      await immediate();
    }
    const done = hot.activity
      .during((whileWaiting) => {
        const context = contextOf(agent, hot, call, { whileWaiting, judging, delegate: delegating(whileWaiting) });
        // Calls that had to wait for others may have been ended with their run meanwhile.
        const justRead = (again: boolean) => (again || index >= callsPerTurn ? undefined : call);
        return throughOutages(agent.gate, hot.signal, (again) => runTool(agent.gate, context, id, justRead(again)));
      })
      .finally(() => judging.judged(id));
    work.push(Promise.allSettled([done]));
  }
  const ends = await Promise.race([Promise.all(work), abandoned(hot.signal, agent.limits.abandonAfterMs)]);
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
