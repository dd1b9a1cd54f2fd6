import { storedArguments } from "#lib/untrusted/stored-arguments.ts";
import { isTyped, wordsToType } from "#lib/approvals/words-to-type.ts";
import { leastHighRisk } from "#lib/verdict/risk.ts";
import type { ApprovalRow } from "#lib/store/schema/schema.ts";
import type { FieldProblem } from "#lib/untrusted/field-problem.ts";
import type { Answer } from "./answer.ts";
import { storedSubjectOf } from "#lib/gate/contract/stored-approval.ts";

type Typed = { typed: boolean } | { message: string; fields: FieldProblem[] };

/**
 * Whether the person typed what a call of high risk is aimed at, or why their accept does not count yet (THREATS C14);
 * `typed` is false where nothing has to be typed. Goes by the row as it stands in the deciding transaction, and by the
 * arguments that would run; everybody of several who sign types for themselves.
 */
export function typedConfirmationCheck(row: ApprovalRow, { action, confirm = "", arguments: edited }: Answer): Typed {
  if (action !== "accept" || row.risk < leastHighRisk) return { typed: false };
  // The compare-and-set tells who answered first.
  if (row.status !== "pending") return { typed: false };
  const { subject, tool } = storedSubjectOf(row);
  if (subject.kind !== "tool-call" || subject.highRisk === undefined) return { typed: false };
  const args = edited ?? storedArguments(subject.argumentsJson);
  const words = wordsToType({ toolName: tool.name, argument: subject.confirmBy, args });
  if (isTyped(confirm, words)) return { typed: true };
  const what = confirm.trim() === "" ? "Type" : "That is not it. Type";
  return {
    message: `This is a high risk, so it is not approved yet. ${what} exactly: ${words}`,
    fields: [{ path: "confirm", message: `Type exactly: ${words}` }],
  };
}
