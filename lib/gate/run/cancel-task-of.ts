import type { Gate } from "#lib/gate/contract/gate.ts";
import { taskOf } from "#lib/gate/contract/stored-resumption.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";

/** Tells the server of a call that was ended, while nobody asked for its task, that nobody will. Waits for nothing. */
export function cancelTaskOf({ catalogue }: Pick<Gate, "catalogue">, call: ToolCallRow): void {
  const task = taskOf(call);
  if (task === null) return;
  void catalogue.tools().get(call.wire_name)?.cancelTask?.({ id: task.id, personId: call.person_id });
}
