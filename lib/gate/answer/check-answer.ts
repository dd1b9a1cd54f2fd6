import { createHash } from "node:crypto";
import { descriptorOf, type SubjectOf } from "#lib/approvals/subjects/subjects.ts";
import { longestResponse } from "#lib/approvals/decision.ts";
import type { StoredSubject } from "#lib/approvals/subjects/stored-subject.ts";
import { alsoAsking, unshownReasons, type AskingReason } from "#lib/approvals/asking-reason.ts";
import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import { digestOfCall } from "#lib/approvals/digest.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { misfitsOf } from "#lib/elicitation/misfits-of.ts";
import { refuseUnsafeJson } from "#lib/untrusted/refuse-unsafe-json.ts";
import { validateArguments } from "#lib/untrusted/validate-arguments.ts";
import type { ApprovalRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Verdict } from "#lib/verdict/verdict.ts";
import { toolCallById } from "#lib/store/calls/tool-calls.ts";
import type { Answer, LookAgain } from "./answer.ts";
import type { FieldProblem } from "#lib/untrusted/field-problem.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { judgementOn } from "#lib/gate/judge/judge-call.ts";
import { storedSubjectOf } from "#lib/gate/contract/stored-approval.ts";

/** What of an answer is stored; null where there is nothing. `digest` is that of the call with its edited arguments. */
export type CheckedAnswer = {
  edit: { arguments: JsonObject; digest: string } | null;
  content: JsonObject | null;
  /** What the policies said of the edited call. */
  judged?: { call: ToolCallRow; verdict: Verdict };
};
type Unfit = { message: string; fields: FieldProblem[]; again?: LookAgain };

/** Whether an answer fits what was asked. An answer that does not fit leaves the question open. */
export async function checkAnswer(gate: Gate, approval: ApprovalRow, answer: Answer): Promise<CheckedAnswer | Unfit> {
  const { subject, said } = storedSubjectOf(approval);
  const nothing = { edit: null, content: null };
  if (answer.action === "respond") return unfitResponse(answer, { subject, said }) ?? nothing;
  if (answer.response !== undefined) return unfit("Only an answer in the tool's place carries a response.");
  if (answer.action !== "accept") {
    if (answer.arguments || answer.content) return unfit("Only an accept carries arguments or content.");
    return nothing;
  }
  const fit = descriptorOf(subject).answers(subject, answer);
  if ("message" in fit) return { fields: [], ...fit };
  if (subject.kind === "form" && subject.schema !== undefined) {
    const fields = misfitsOf(subject.schema, fit.content ?? {});
    if (fields.length > 0) return { message: "Some answers do not fit the form.", fields };
  }
  if (subject.kind !== "tool-call" || !answer.arguments) return { edit: null, content: fit.content };
  if (approval.who_kind === "quorum") return unfit(sameForAll);
  if (said?.takesChanges === false) return unfit(takesNoChanges);
  return checkEdit(gate, approval, subject, { arguments: answer.arguments, seen: answer.seen });
}

/** Why nobody may answer so in the place of what was asked; null when they may. */
function unfitResponse(
  { response = "", arguments: edited, content, grant, note }: Answer,
  { subject, said }: { subject: StoredSubject["subject"]; said: StoredSubject["said"] | undefined },
): Unfit | null {
  if (subject.kind !== "tool-call") return unfit("Only for a tool can a person answer in its place.");
  if (said !== undefined) return unfit("This agent runs its own tools, and takes a yes or a no.");
  if (edited || content || grant || note !== undefined)
    return unfit("An answer in the tool's place carries only that.");
  if (response.trim() === "") return { message: "Say something.", fields: [{ path: "response", message: "is empty" }] };
  return response.length > longestResponse ? unfit(`Say it in ${longestResponse} characters.`) : null;
}

/** Edited arguments must fit the tool's schema and pass the policies again; an edit never lowers the bar. */
async function checkEdit(
  gate: Gate,
  approval: ApprovalRow,
  subject: SubjectOf<"tool-call">,
  { arguments: edited, seen }: { arguments: JsonObject; seen: string | undefined },
): Promise<CheckedAnswer | Unfit> {
  const safe = refuseUnsafeJson(edited);
  if ("problem" in safe) return unfit(safe.problem);
  const checked = validateArguments(subject.inputSchema, edited);
  if ("errors" in checked) return { message: "The arguments do not fit the tool's schema.", fields: checked.errors };
  const call = await toolCallById(gate.database, approval.call_id);
  const argumentsJson = canonicalJson(edited);
  if (argumentsJson === call.effective_json) return { edit: null, content: null };
  const tool = gate.catalogue.tools().get(call.wire_name);
  if (!tool) return unfit("The tool is not available right now, so an edit cannot be checked. Try again in a moment.");
  const { verdict } = await judgementOn(gate, call, tool, edited);
  if (verdict.verdict === "deny") return unfit(`A policy refuses these arguments: ${verdict.reason}`);
  const digest = digestOfCall(call, argumentsJson);
  const again = lookAgain(verdict, subject, digest);
  if (again !== null && again.seen !== seen) return { message: againWords(again), fields: [], again };
  return { edit: { arguments: edited, digest }, content: null, judged: { call: { ...call, digest }, verdict } };
}

/** What asks about the edited call and was not on the card; `seen` names exactly this call and these reasons. */
function lookAgain(
  verdict: Verdict,
  shown: AskingReason & { also?: AskingReason[] },
  digest: string,
): LookAgain | null {
  if (verdict.verdict !== "ask") return null;
  const { ruleId, reason } = verdict;
  const reasons = unshownReasons([{ ruleId, reason }, ...alsoAsking(verdict)], shown);
  if (reasons.length === 0) return null;
  return {
    reasons,
    seen: createHash("sha256")
      .update(canonicalJson([digest, reasons]))
      .digest("hex"),
  };
}

function againWords({ reasons }: LookAgain): string {
  const why = reasons.map(({ reason }) => reason).join(" ");
  return `Nothing has run: with these arguments the call asks for another reason. ${why} Look at it again, then approve it once more.`;
}

/** Everybody signs the same bytes (A8): the others would not have seen an edit. */
export const sameForAll =
  "Several people sign this call, and all sign the same, so its arguments cannot be edited. Decline it and say in a note what should change.";

const takesNoChanges =
  "This agent cannot take other arguments than its own. Decline the call and say in a note what should change.";

function unfit(message: string): Unfit {
  return { message, fields: [] };
}
