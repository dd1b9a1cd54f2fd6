import { storedArguments } from "#lib/untrusted/stored-arguments.ts";
import type { MessageToModel } from "#lib/approvals/messages-to-model.ts";
import type { GrantUse } from "#lib/grants/grant-use.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { approvalsOfCall } from "#lib/store/approvals/approvals.ts";
import { wasRevoked } from "#lib/store/approvals/grants.ts";
import type { ApprovalRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import { askedForMore } from "#lib/gate/ask/tightening.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import { acceptedIn } from "#lib/gate/contract/stored-approval.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import { grantUseOf } from "#lib/gate/grants/grant-use-of.ts";
import { startedOn } from "#lib/gate/grants/judge-with-grants.ts";
import { judgementOn, type Judgement } from "#lib/gate/judge/judge-call.ts";
import { type MissingTool, readyTool } from "#lib/gate/judge/ready-tool.ts";

/** By what a call may run now that was accepted, or had started, before. */
type Standing = { tool: Tool; judged: Judgement };

/** The same of a call that had started, and what had let it start: an accept, a grant, or the policies alone. */
export type StandingOfStarted = Standing & { approval: ApprovalRow | null; grant: { grant?: { startedOn: string } } };

/** What was tightened since. */
type Tightened =
  | MissingTool
  | Extract<MessageToModel, { kind: "answerers-changed" | "watched-more-closely" | "denied-by-policy" }>;

/** The standing of a call that a person has just accepted; `args` are those to run, as they may have edited them. */
export function standingOf(
  gate: Gate,
  run: RunContext,
  call: ToolCallRow,
  { approval, args }: { approval: ApprovalRow; args: JsonObject },
): Promise<Standing | { fallen: Tightened }> {
  return lookAgain(gate, run, call, { approval, args, granted: null });
}

/** The standing of a call that has started. */
export async function standingOfStarted(
  gate: Gate,
  run: RunContext,
  call: ToolCallRow,
): Promise<
  StandingOfStarted | { fallen: Tightened | { kind: "grant-revoked" | "grant-covers-less" | "nobody-asked" } }
> {
  const approval = acceptedIn(await approvalsOfCall(gate.database, call.id));
  const granted = grantUseOf(call);
  const args = storedArguments(call.effective_json);
  const standing = await lookAgain(gate, run, call, { approval, args, granted });
  if ("fallen" in standing) return standing;
  // Revoking reaches calls that wait, too (A11).
  if (granted && (await wasRevoked(gate.database, granted.grantId))) return { fallen: { kind: "grant-revoked" } };
  if (granted && startedOn(granted, standing.tool) === undefined) return { fallen: { kind: "grant-covers-less" } };
  // An answer to a server's question is no accept of the call itself.
  if (standing.judged.verdict.verdict !== "allow" && approval === null) return { fallen: { kind: "nobody-asked" } };
  return { ...standing, approval, grant: granted ? { grant: { startedOn: granted.grantId } } : {} };
}

/** Its tool as it is now, and what the policies say now. */
async function lookAgain(
  gate: Gate,
  run: RunContext,
  call: ToolCallRow,
  { approval, args, granted }: { approval: ApprovalRow | null; args: JsonObject; granted: GrantUse | null },
): Promise<Standing | { fallen: Tightened }> {
  const offered = await readyTool(gate, call, run);
  if ("missing" in offered) return { fallen: offered.missing };
  const { tool } = offered;
  const kind = approval === null ? null : askedForMore(approval, tool);
  if (kind !== null) return { fallen: { kind, toolName: call.tool_name } };
  const judged = await judgementOn(gate, call, tool, args, startedOn(granted, tool));
  const { verdict, reason } = judged.verdict;
  return verdict === "deny" ? { fallen: { kind: "denied-by-policy", reason } } : { tool, judged };
}
