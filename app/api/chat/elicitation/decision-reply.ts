import type { FieldProblem } from "#lib/untrusted/field-problem.ts";
import type { DecideOutcome } from "#lib/gate/answer/answer.ts";
import { problem, proofRequired } from "#lib/server/http/problem.ts";

/** Members of every refused answer besides those of a problem. */
type More = { success: false; message?: string };

/** An outcome of the gate as HTTP: 200, 403, 404, 409, 410 or 422. */
export function decisionReply(outcome: DecideOutcome, more: More = { success: false }): Response {
  if ("decided" in outcome) {
    const { approvalId: id, status } = outcome.decided;
    return Response.json({ success: true, approval: { id, status } });
  }
  switch (outcome.refused) {
    case "unknown":
      return problem("not-found", "There is no such approval.", undefined, more);
    case "forbidden":
      return problem("forbidden", outcome.message, undefined, { success: false });
    case "ambiguous":
      return problem("conflict", "This tool call has several approvals. Name one by approvalId.", undefined, more);
    case "others-answer":
      return problem(
        "forbidden",
        outcome.message ?? "Others answer this, not you: whoever asks may not answer it.",
        undefined,
        {
          ...more,
          ...approvalOf({ approvalId: outcome.approvalId, status: "pending" }),
        },
      );
    case "prove-again":
      return proofRequired(outcome.by, {
        ...more,
        ...approvalOf({ approvalId: outcome.approvalId, status: "pending" }),
      });
    case "settled":
      return problem("conflict", "This approval has already been answered otherwise.", undefined, {
        ...more,
        ...approvalOf(outcome),
      });
    case "expired":
      return problem("gone", "This approval has expired; nothing was run.", undefined, {
        ...more,
        ...approvalOf(outcome),
      });
    case "unfit":
      return problem("does-not-fit", outcome.message, Object.fromEntries(fieldsOf(outcome.fields)), {
        ...more,
        ...approvalOf({ approvalId: outcome.approvalId, status: "pending" }),
        ...(outcome.again === undefined ? {} : { again: outcome.again }),
      });
  }
}

function approvalOf({ approvalId: id, status }: { approvalId: string; status: string }) {
  return { approval: { id, status } };
}

/** A field may have more than one fault. */
function fieldsOf(faults: readonly FieldProblem[]): [string, string][] {
  const byPath = Map.groupBy(faults, ({ path }) => path);
  return [...byPath].map(([path, of]) => [path, of.map(({ message }) => message).join("; ")]);
}
