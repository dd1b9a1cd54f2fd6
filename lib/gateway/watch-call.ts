import type { Agent } from "#lib/agent/hot/agent.ts";
import { stopRun } from "#lib/agent/runs/runs.ts";
import { throughOutages } from "#lib/gate/contract/through-outages.ts";
import type { Progress } from "#lib/gate/contract/tool.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import { callState, type CallState } from "./call-state.ts";
import type { Gateway } from "./gateway.ts";

/** Fallback poll: no event of this process tells what another process does to the call. */
const lookEveryMs = 5_000;

/**
 * Resolves to the first state of a call that `is` wanted. Rejects with the signal's reason when it aborts, as at the end
 * of the time that somebody waits.
 */
export async function watchCall(
  { agent, listeners }: Gateway,
  { chatId, callId }: { chatId: string; callId: string },
  is: (state: CallState) => boolean,
  signal: AbortSignal,
): Promise<CallState> {
  let wake = () => {};
  const look = () => wake();
  const stop = listeners.listen(chatId, look);
  // One timer and one listener for the whole wait: a composed signal for each look would stay until it is collected.
  const timer = setInterval(look, lookEveryMs).unref();
  signal.addEventListener("abort", look);
  try {
    for (;;) {
      signal.throwIfAborted();
      // Listens before it looks, so that nothing changes unseen in between.
      const changed = new Promise<void>((resolve) => (wake = resolve));
      const state = await throughOutages(agent.gate, signal, () => callState(agent.gate.database, callId));
      if (is(state)) return state;
      await changed;
    }
  } finally {
    stop();
    clearInterval(timer);
    signal.removeEventListener("abort", look);
  }
}

/** Tells what the tools of a run report while they run in this process. Returns the function that stops. */
export function followProgress(agent: Agent, runId: string, tell: (progress: Progress) => void): () => void {
  const hot = agent.hot.get(runId);
  if (hot === undefined) return () => {};
  const reader = hot.stream.join().getReader();
  const follow = async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (next.value.type === "data-progress") tell(next.value.data);
    }
  };
  // Nothing depends on it: the result of the call comes another way.
  follow().catch(() => {});
  return () => void reader.cancel().catch(() => {});
}

export type Serving = { gateway: Pick<Gateway, "agent">; exchange: { signal: AbortSignal } };

/** A call that was begun goes on while the store is away (G3), and so does what is done for its client. */
export function lasting<Result>(
  { gateway: { agent }, exchange: { signal } }: Serving,
  work: (database: Database, again: boolean) => Promise<Result>,
): Promise<Result> {
  return throughOutages(agent.gate, signal, (again) => work(agent.gate.database, again));
}

const mostMs = 60_000;

/** Ends a call whose client is gone, also where the store is away for a while. */
export async function forsake(gateway: Pick<Gateway, "agent">, { run_id }: Pick<ToolCallRow, "run_id">): Promise<void> {
  const signal = AbortSignal.timeout(mostMs);
  await lasting({ gateway, exchange: { signal } }, () => stopRun(gateway.agent, run_id, "client-gone"));
}
