import type { FieldProblem } from "#lib/untrusted/field-problem.ts";
import { storedArguments } from "#lib/untrusted/stored-arguments.ts";
import { problemsOfGrant, scopeOfGrant, unitsOf, type GrantRequest } from "#lib/grants/grant.ts";
import { factsOf } from "#lib/policies/conditions/facts.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import type { DecisionRoute } from "#lib/audit/events.ts";
import { grantsOffered, whyNotGranted } from "#lib/grants/grantable.ts";
import { record } from "#lib/store/audit/record.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { clockOf } from "#lib/store/engine/clock.ts";
import { hasRoomForGrant, insertGrant, mostStandingGrants, type NewGrant } from "#lib/store/approvals/grants.ts";
import type { ApprovalRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import { toolCallById } from "#lib/store/calls/tool-calls.ts";
import type { Answer } from "./answer.ts";
import type { CheckedAnswer } from "./check-answer.ts";
import { grantCondition, holdsFor } from "#lib/gate/grants/grant-condition.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { callToJudge } from "#lib/gate/judge/call-to-judge.ts";
import { sameTool } from "#lib/gate/judge/ready-tool.ts";
import { scopeOf } from "#lib/gate/ask/open-approval.ts";
import { grantableOf, grantInWords } from "#lib/gate/grants/grant-use-of.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";

type Unfit = { message: string; fields: FieldProblem[] };

/** A grant as it will be stored once the answer is. */
export type GrantToGive = { row: NewGrant; request: GrantRequest; wireName: string };

/** Routes that a person takes with their own session. Only these give grants (I6: no program answers for itself). */
const doors: ReadonlySet<DecisionRoute> = new Set<DecisionRoute>(["chat", "rest"]);

/**
 * Whether the standing grant that comes with an accept can be given, exactly as it is asked for: what does not fit is an
 * error, never made to fit. It must cover the very call on whose card it is signed, with its edits. null: none was
 * asked for.
 */
export async function checkGrant(
  gate: Gate,
  approval: ApprovalRow,
  { grant: request, action, person, via }: Answer,
  { edit }: CheckedAnswer,
): Promise<GrantToGive | Unfit | null> {
  if (request === undefined) return null;
  if (action !== "accept" || approval.kind !== "tool-call")
    return unfit("Only an accepted tool call can carry a grant.");
  if (approval.person_id !== person.id || !doors.has(via))
    return unfit("Only the person whose call it is can grant it.");
  if (!(await hasRoomForGrant(gate.database, person.id))) return unfit(tooManyGrants);
  const call = await toolCallById(gate.database, approval.call_id);
  const tool = sameTool(gate, call);
  if (tool === null) return unfit("The tool is not available as it was shown, so it cannot be granted.");
  const args = edit?.arguments ?? storedArguments(call.effective_json);
  const wrong = [...problemsOfGrant(request, await clockOf(gate.database)), ...problemsWithTool(tool, request)];
  const fields = wrong.length > 0 ? wrong : await problemsWithCall(gate, request, { call, tool, args });
  if (fields.length > 0) return { message: fields.map(({ message }) => message).join(" "), fields };
  const digest = edit?.digest ?? approval.digest;
  return {
    row: rowOf(gate, { call, tool, request, digest, approvalId: approval.id }),
    request,
    wireName: call.wire_name,
  };
}

/** Why a grant that was checked a moment ago cannot be given with the tool as it is watched now; null when it can. */
export function whyNotGivenNow({ catalogue }: Gate, { row, request, wireName }: GrantToGive): string | null {
  const tool = catalogue.tools().get(wireName);
  if (tool?.fingerprint !== row.fingerprint)
    return "The tool is not available as it was shown, so it cannot be granted.";
  const [problem] = problemsWithTool(tool, request);
  return problem?.message ?? null;
}

function problemsWithTool(tool: Tool, request: GrantRequest): FieldProblem[] {
  const grantable = grantableOf(tool);
  const scope = scopeOfGrant(request);
  if (grantsOffered(grantable, "card").includes(scope)) return [];
  return [{ path: "grant.reach", message: whyNotGranted(grantable, scope) }];
}

async function problemsWithCall(
  gate: Gate,
  { budget, when }: GrantRequest,
  { call, tool, args }: { call: ToolCallRow; tool: Tool; args: JsonObject },
): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = [];
  if (budget !== null && !(Object.hasOwn(args, budget.argument) && unitsOf(args[budget.argument]) !== null)) {
    const message = `This call has no amount in ${budget.argument}: a number above 0 with at most six decimals.`;
    problems.push({ path: "grant.budget", message });
  }
  if (when !== null) {
    const condition = grantCondition(when);
    if ("problem" in condition) {
      problems.push({ path: "grant.when", message: `The condition cannot be read: ${condition.problem}.` });
    } else if (!(await holdsFor(when, factsOf(await callToJudge(gate, call, tool, args))))) {
      problems.push({ path: "grant.when", message: "The condition does not hold for the call on this card." });
    }
  }
  return problems;
}

function rowOf(
  gate: Gate,
  {
    call,
    tool,
    request,
    digest,
    approvalId,
  }: { call: ToolCallRow; tool: Tool; request: GrantRequest; digest: string; approvalId: string },
): NewGrant {
  const { reach, ends, maxUses, budget, when } = request;
  return {
    id: gate.newId(),
    person_id: call.person_id,
    server_id: call.server_id,
    server_title: tool.server.title,
    tool_name: call.tool_name,
    fingerprint: call.fingerprint,
    risk: tool.risk,
    reach,
    chat_id: reach === "everywhere" ? null : call.chat_id,
    digest: reach === "call" ? digest : null,
    ends,
    max_uses: maxUses,
    budget_argument: budget?.argument ?? null,
    budget_total: budget === null ? null : unitsOf(budget.total),
    condition: when,
    given_in: call.chat_id,
    approval_id: approvalId,
  };
}

/** Stores and records a checked grant, in the transaction that takes the answer. */
export async function giveGrant(
  { database }: Gate,
  trx: Trx,
  approval: ApprovalRow,
  { row }: GrantToGive,
): Promise<void> {
  const given = await insertGrant(database, trx, row);
  await record(database, trx, scopeOf(approval), {
    kind: "grant-given",
    grant: given.id,
    tool: given.tool_name,
    sentence: grantInWords(given),
  });
}

/** The message to a person who has reached the limit of grants. */
export const tooManyGrants = `You have ${mostStandingGrants} standing grants, the most one person may. Revoke some under Settings first.`;

function unfit(message: string): Unfit {
  return { message, fields: [] };
}
