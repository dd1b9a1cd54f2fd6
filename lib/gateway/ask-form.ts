import { createHash } from "node:crypto";
import type { ElicitResult } from "@modelcontextprotocol/server";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import type { DecisionAction } from "#lib/approvals/decision.ts";
import type { ApprovalRow } from "#lib/store/schema/schema.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";

/** Clients cut longer messages, and arguments that are not complete are no question. */
const maxMessageLength = 4_000;

/** Never without a field: some clients accept such a form by themselves. */
const decisionSchema = {
  type: "object" as const,
  properties: {
    decision: {
      type: "string" as const,
      title: "Decision",
      description: "Approve runs the tool once with these arguments. Decline runs nothing.",
      enum: ["approve", "decline"],
    },
  },
  required: ["decision"],
};

/** The form by which a client asks its user about a call; null where the whole call does not fit into it. */
export function approvalForm(view: ApprovalView): { message: string; requestedSchema: typeof decisionSchema } | null {
  if (view.subject.kind !== "tool-call") return null;
  const { caption, argumentsJson, reason, also = [] } = view.subject;
  const why = [reason, ...also.map((other) => other.reason)];
  const message = [
    onOneLine(caption),
    "",
    `Tool: ${onOneLine(view.tool.title)} (${onOneLine(view.tool.name)})`,
    `Server: ${onOneLine(view.server.title)} (${onOneLine(view.server.origin)})`,
    `Risk: L${view.risk}. ${why.map(onOneLine).join(" ")}`,
    `Arguments: ${visibleText(JSON.stringify(JSON.parse(argumentsJson), null, 2))}`,
  ].join("\n");
  return message.length > maxMessageLength ? null : { message, requestedSchema: decisionSchema };
}

/** Whole, with everything hidden in it made visible. A line of its own could look like one of the question (THREATS C7). */
function onOneLine(text: string): string {
  return visibleText(text.replaceAll("\n", " ⏎ "));
}

/** What a question showed: a card that became stricter meanwhile shows something else. */
export function shownOf({ digest, risk, subject_json }: ApprovalRow): string {
  return createHash("sha256")
    .update(JSON.stringify([digest, risk, subject_json]))
    .digest("base64url");
}

/** What the answer to the form says; null where it is no clear answer, which runs nothing (S0.29, S0.30). */
export function decisionIn({ action, content }: Pick<ElicitResult, "action" | "content">): DecisionAction | null {
  if (action !== "accept") return action === "decline" || action === "cancel" ? action : null;
  const { decision, ...more } = content ?? {};
  if (decision === "decline") return "decline";
  return decision === "approve" && Object.keys(more).length === 0 ? "accept" : null;
}
