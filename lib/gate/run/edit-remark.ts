import type { Decision } from "#lib/approvals/decision.ts";
import { messageToModel } from "#lib/approvals/messages-to-model.ts";

/** What the model is told beside the result: what a person changed and said while approving. */
export function editRemark(decision: Decision, argumentsJson: string): string | null {
  const by = decision.by ?? "the user";
  const remarks: string[] = [];
  if (decision.arguments) remarks.push(messageToModel({ kind: "edited", by, argumentsJson }));
  if (decision.note) remarks.push(messageToModel({ kind: "noted", by, note: decision.note }));
  return remarks.length === 0 ? null : remarks.join("\n");
}
