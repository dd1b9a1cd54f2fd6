import { inTransaction } from "#lib/store/engine/database.ts";
import { keepResumption } from "#lib/store/calls/tool-calls.ts";
import { holdRun } from "#lib/store/runs/runs.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import { resumptionOf, type StoredResumption } from "#lib/gate/contract/stored-resumption.ts";
import { throughOutages } from "#lib/gate/contract/through-outages.ts";
import type { ServerTask } from "#lib/gate/contract/tool.ts";

/** Keeps with a running call that its server works on it as a task. Rejects when somebody else goes on with the call. */
export function keepTask(
  { database, ...gate }: Gate,
  run: RunContext,
  { call, remark }: { call: ToolCallRow; remark: string | null },
  task: ServerTask,
): Promise<void> {
  const former = resumptionOf(call);
  const round = former?.round ?? 0;
  // A task that ends its process again and again gets its run no further (G26).
  const further = former?.task === undefined;
  const stored: StoredResumption = { v: 1, round, requestState: null, task, remark };
  return throughOutages(gate, run.signal, () =>
    inTransaction(database, async (trx) => {
      await holdRun(database, trx, run, { further });
      await keepResumption(trx, { id: call.id, fence: run.fence }, JSON.stringify(stored));
    }),
  );
}
