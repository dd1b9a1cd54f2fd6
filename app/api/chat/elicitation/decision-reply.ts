import type { DecideOutcome } from "#lib/gate/decide.ts";
import { problem } from "#lib/server/problem.ts";

/** An outcome of the gate as HTTP: 200, 404, 409, 410 or 422. */
export function decisionReply(outcome: DecideOutcome): Response {
  if ("decided" in outcome) {
    const { approvalId: id, status } = outcome.decided;
    return Response.json({ success: true, approval: { id, status } });
  }
  switch (outcome.refused) {
    case "unknown":
      return problem("not-found", "There is no such approval.");
    case "ambiguous":
      return refused(409, "conflict", "This tool call has several approvals. Name one by approvalId.");
    case "settled":
      return refused(409, "conflict", "This approval has already been answered otherwise.", approvalOf(outcome));
    case "expired":
      return refused(410, "gone", "This approval has expired; nothing was run.", approvalOf(outcome));
    case "unfit":
      return Response.json(
        {
          success: false,
          error: { code: "does-not-fit", message: outcome.message, fields: outcome.fields },
          approval: { id: outcome.approvalId, status: "pending" },
        },
        { status: 422 },
      );
  }
}

function approvalOf({ approvalId: id, status }: { approvalId: string; status: string }) {
  return { approval: { id, status } };
}

function refused(status: number, code: string, message: string, more: object = {}): Response {
  return Response.json({ success: false, error: { code, message }, ...more }, { status });
}
