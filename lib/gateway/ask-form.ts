import { createHash } from "node:crypto";
import type { ElicitResult } from "@modelcontextprotocol/server";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import type { DecisionAction } from "#lib/approvals/decision.ts";
import type { ApprovalRow } from "#lib/store/schema/schema.ts";
import type { QuestionForm } from "#lib/verdict/client-terms.ts";
import { storedArguments } from "#lib/untrusted/stored-arguments.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import type { Client } from "./client.ts";
import type { ClientProfile } from "./client-profile.ts";

/** Clients cut longer messages, and arguments that are not complete are no question. */
const maxMessageLength = 4_000;

/** Some clients accept a form without a field by themselves, so this one has one. */
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

type FormSchema = typeof decisionSchema | { type: "object"; properties: Record<string, never> };

/** With the fields that the key's owner wants; never without one where the client is known to answer such a form itself. */
export function formOf(
  { key: { terms } }: Pick<Client, "key">,
  { emptyForm }: Pick<ClientProfile, "emptyForm">,
): QuestionForm {
  const isAnswered = emptyForm === "shown" || emptyForm === "unknown";
  return terms.form === "empty" && isAnswered ? "empty" : "choice";
}

/** The form by which a client asks its user about a call; null where the whole call does not fit into it. */
export function approvalForm(
  view: ApprovalView,
  form: QuestionForm,
): { message: string; requestedSchema: FormSchema } | null {
  if (view.subject.kind !== "tool-call") return null;
  const { caption, argumentsJson, reason, also = [] } = view.subject;
  const why = [reason, ...also.map((other) => other.reason)];
  const message = [
    onOneLine(caption),
    ...(view.changes ?? []).map(onOneLine),
    "",
    `Tool: ${onOneLine(view.tool.title)} (${onOneLine(view.tool.name)})`,
    `Server: ${onOneLine(view.server.title)} (${onOneLine(view.server.origin)})`,
    `Risk: ${view.risk} of 5. ${why.map(onOneLine).join(" ")}`,
    `Arguments: ${visibleText(JSON.stringify(storedArguments(argumentsJson), null, 2))}`,
  ].join("\n");
  return message.length > maxMessageLength
    ? null
    : { message, requestedSchema: form === "empty" ? { type: "object", properties: {} } : decisionSchema };
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
export function decisionIn(
  { action, content }: Pick<ElicitResult, "action" | "content">,
  form: QuestionForm,
): DecisionAction | null {
  if (action !== "accept") return action === "decline" || action === "cancel" ? action : null;
  if (form === "empty") return Object.keys(content ?? {}).length === 0 ? "accept" : null;
  const { decision, ...more } = content ?? {};
  if (decision === "decline") return "decline";
  return decision === "approve" && Object.keys(more).length === 0 ? "accept" : null;
}
