import { stopRun } from "#lib/agent/runs/runs.ts";
import { throughOutages } from "#lib/gate/contract/through-outages.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Gateway } from "./gateway.ts";

type Serving = { gateway: Pick<Gateway, "agent">; exchange: { signal: AbortSignal } };

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
