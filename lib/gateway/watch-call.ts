import { stopRun } from "#lib/agent/runs/runs.ts";
import { throughOutages } from "#lib/gate/contract/through-outages.ts";
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
