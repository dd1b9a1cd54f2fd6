import { scopeOfGrant, unitsOf } from "#lib/grants/grant.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import type { GrantUse } from "#lib/grants/grant-use.ts";
import { parseCondition, type Condition } from "#lib/policies/conditions/condition.ts";
import { factsOf } from "#lib/policies/conditions/facts.ts";
import { stillGranted } from "#lib/grants/grantable.ts";
import { ToolApprovalError } from "#lib/verdict/tool-approval-error.ts";
import { allow } from "#lib/verdict/verdict.ts";
import { record } from "#lib/store/audit/record.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { endGrant, standingGrants } from "#lib/store/approvals/grants.ts";
import type { GrantRow } from "#lib/store/schema/grants-table.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { callToJudge, weighCall, type Judgement } from "#lib/gate/judge/judge-call.ts";
import { grantableOf, scopeOf, sentenceOf } from "./grant-use-of.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";

/** A grant that covers a call, and how much of its amount the call takes, in millionths. Only starting it counts it. */
export type Covering = { row: GrantRow; units: number };

/**
 * What the policies say of a call, and the grant that lets it run where they would ask. A grant skips neither a
 * refusal, nor the flag `always`, nor a policy that failed (row 4).
 */
export async function judgeWithGrants(
  gate: Gate,
  call: ToolCallRow,
  tool: Tool,
  args: JsonObject,
): Promise<{ judged: Judgement; grant: Covering | null }> {
  const weighed = await weighCall(gate, call, tool, args);
  const asking = weighed.verdict();
  const { policy, again } = weighed;
  const without = { judged: { verdict: asking, again, policy, tool }, grant: null };
  if (asking.verdict !== "ask") return without;
  const grant = await findGrant(gate, call, tool, args);
  if (!grant) return without;
  const ruleId = `grant:${grant.row.id}`;
  const reason = `Your grant covers it: ${sentenceOf(grant.row)}`;
  const granted = allow({ ruleId, reason, metadata: { instead: asking.ruleId } });
  const verdict = weighed.verdict(granted);
  if (verdict.ruleId !== ruleId) return without;
  return { judged: { verdict, policy, tool, again: again && ((trx) => again(trx, granted)) }, grant };
}

/** Whether a call that was started on a grant before may go on, although its use is counted and it may be used up. */
export function mayRunOn({ terms: { reach, until }, risk }: GrantUse, tool: Tool, ruleId: string): boolean {
  const scope = scopeOfGrant({ reach, ends: until === null ? null : { at: until } });
  return !reachesPerson.has(ruleId) && stillGranted(grantableOf(tool), { scope, risk: risk ?? null });
}

const reachesPerson = new Set(["flag:always", "policy:failed"]);

async function findGrant(gate: Gate, call: ToolCallRow, tool: Tool, args: JsonObject): Promise<Covering | null> {
  const { person_id: personId, chat_id: chatId, server_id: serverId, tool_name: toolName } = call;
  for (const row of await standingGrants(gate.database, { personId, chatId, serverId, toolName })) {
    if (row.fingerprint !== tool.fingerprint) {
      await endOutdated(gate, row);
      continue;
    }
    const units = unitsFor(row, args);
    const fits =
      units !== null &&
      stillGranted(grantableOf(tool), { scope: scopeOf(row), risk: row.risk }) &&
      (row.digest === null || row.digest === call.digest) &&
      (row.max_uses === null || row.uses < row.max_uses) &&
      (row.budget_total === null || row.budget_spent + units <= row.budget_total) &&
      (row.condition === null || (await holdsFor(gate, row.condition, { call, tool, args })));
    if (fits) return { row, units };
  }
  return null;
}

/** What a call takes of the grant's amount; null when its arguments name none, which then asks. */
function unitsFor({ budget_argument: argument }: GrantRow, args: JsonObject): number | null {
  if (argument === null) return 0;
  return Object.hasOwn(args, argument) ? unitsOf(args[argument]) : null;
}

/** Whether a grant's condition holds. One that cannot be decided on these arguments does not. */
export async function holdsFor(
  gate: Gate,
  source: string,
  { call, tool, args }: { call: ToolCallRow; tool: Tool; args: JsonObject },
): Promise<boolean> {
  const condition = grantCondition(source);
  if ("problem" in condition) return false;
  try {
    return condition.holds(factsOf(await callToJudge(gate, call, tool, args)), countsNothing);
  } catch (error) {
    if (error instanceof ToolApprovalError) return false;
    throw error;
  }
}

/** A grant counts by its own terms. */
export function grantCondition(source: string): Condition | { problem: string } {
  const condition = parseCondition(source);
  if ("problem" in condition || condition.counted.length === 0) return condition;
  return { problem: "a grant counts nothing but its own calls and amount" };
}

function countsNothing(): never {
  throw new ToolApprovalError("Nothing is counted in the condition of a grant");
}

/** The tool is another one than the person granted (THREATS A11, E1). */
async function endOutdated({ database }: Gate, row: GrantRow): Promise<void> {
  await inTransaction(database, async (trx) => {
    const ended = await endGrant(database, trx, { id: row.id, personId: row.person_id }, "definition-changed");
    if (!ended) return;
    const scope = { personId: row.person_id, ...(row.chat_id === null ? {} : { chatId: row.chat_id }) };
    const event = { kind: "grant-ended", grant: row.id, because: "definition-changed", tool: row.tool_name } as const;
    await record(database, trx, scope, event);
  });
}
