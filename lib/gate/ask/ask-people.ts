import { setImmediate as immediate } from "node:timers/promises";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { mayQuote, provenanceOf, type FieldProvenance } from "#lib/approvals/provenance.ts";
import { earlierResults, saidByPerson } from "#lib/store/calls/earlier-results.ts";
import type { Verdict } from "#lib/verdict/verdict.ts";
import { changeChat } from "#lib/gate/contract/change-chat.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import type { AskedEnough } from "#lib/gate/judge/asks-used-up.ts";
import { earlierAsks, mayAskMore } from "#lib/store/calls/ask-budget.ts";
import { countAsks, holdRun } from "#lib/store/runs/runs.ts";
import { endGrant } from "#lib/store/approvals/grants.ts";
import { record } from "#lib/store/audit/record.ts";
import { parkHeldRun } from "#lib/store/runs/park-run.ts";
import { outdateApproval } from "#lib/store/approvals/previews.ts";
import type { ApprovalRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { previewSettingOf } from "#lib/gate/judge/preview-setting-of.ts";
import { offerOf } from "#lib/approvals/preview/preview-setting.ts";
import { audiencesOf } from "./audiences.ts";
import { openApproval, scopeOf, toolCallView } from "./open-approval.ts";
import { moveCall } from "./move-call.ts";
import { recordEnded } from "./end-questions.ts";
import { viewOf } from "./view-of.ts";
import { decisionOf } from "#lib/gate/contract/stored-approval.ts";

type Asking = {
  call: ToolCallRow;
  tool: Tool;
  /** The arguments that would run. */
  args: JsonObject;
  verdict: Verdict;
  /** The accept that no longer counts, because what its preview had read has changed; absent for the first question. */
  outdated?: { approval: ApprovalRow; why: string };
};

/**
 * Asks for approval of a tool call, which then waits, unless too much was asked already (C13: floods of questions). Where
 * an accept is outdated, it ends with the new question.
 */
export async function askPeople(
  gate: Gate,
  run: RunContext,
  { call, tool, args, verdict, outdated }: Asking,
): Promise<"asked" | AskedEnough> {
  const { database, limits } = gate;
  const provenance = await findProvenance(gate, call, args);
  const approval = await changeChat(gate, run, async (trx) => {
    await holdRun(database, trx, run);
    const ended = outdated === undefined ? [] : await endGivenGrant(gate, trx, outdated.approval);
    const hour = { personId: run.personId, most: limits.asksPerHour };
    if (!(await mayAskMore(database, trx, hour))) return "person-asked-enough" as const;
    if (!(await countAsks(trx, run.runId, { more: 1, most: limits.asksPerRun }))) return "run-asked-enough" as const;
    const earlier = await earlierAsks(trx, call);
    if (outdated === undefined) await moveCall(gate, trx, call, { to: "waiting", verdict });
    else await endOutdated(gate, trx, outdated.approval);
    const offered = offerOf(previewSettingOf(gate.catalogue, tool));
    const preview = offered === null || outdated === undefined ? offered : { ...offered, again: true as const };
    const subject = toolCallView(tool, call, { verdict, earlier, provenance, preview });
    const changes = outdated === undefined ? {} : { changes: [outdated.why, ...ended] };
    const approval = await openApproval(gate, trx, { call, tool, subject, digest: call.digest, ...changes });
    // In this commit, which saves one of its own for each question.
    await parkHeldRun(trx, run.runId);
    return approval;
  });
  if (typeof approval === "string") return approval;
  const audiences = await audiencesOf(database, [approval], run.personId);
  run.asker.put(viewOf(approval, "waiting", audiences.get(approval.id)));
  return "asked";
}

/** The call has not started on it, and never will. */
async function endOutdated(gate: Gate, trx: Trx, approval: ApprovalRow): Promise<void> {
  const { at: _, ...decision } = decisionOf(approval) ?? { at: 0 };
  await outdateApproval(trx, { id: approval.id, decision: { ...decision, outdated: true } });
  await recordEnded(gate, trx, [approval], { status: "expired", endedBy: "outdated" });
}

/** What was signed together with an accept counts no more than the accept; what the new card says of it. */
async function endGivenGrant({ database }: Gate, trx: Trx, approval: ApprovalRow): Promise<string[]> {
  const given = decisionOf(approval)?.grant;
  if (given === undefined) return [];
  const because = "accept-outdated";
  const ended = await endGrant(database, trx, { id: given.id, personId: approval.person_id }, because);
  if (ended === undefined) return [];
  const { id: grant, tool_name: tool } = ended;
  await record(database, trx, scopeOf(approval), { kind: "grant-ended", grant, tool, because });
  return ["The grant that was given with that approval has ended too."];
}

/** Which arguments of a call contain text that tools, or resources, of this chat said before (THREATS C14). */
async function findProvenance(
  { database, catalogue }: Gate,
  call: ToolCallRow,
  args: JsonObject,
): Promise<FieldProvenance[]> {
  if (!mayQuote(args)) return [];
  const results = await earlierResults(database, call);
  const { words, attached } = await saidByPerson(database, call.chat_id);
  if (results.length === 0 && attached.length === 0) return [];
  const tools = catalogue.tools();
  const named = results.map(({ wire_name, server_id, tool_name, result_json }) => {
    return { tool: tool_name, server: tools.get(wire_name)?.server.title ?? server_id, json: result_json };
  });
  // Of many calls that ask at once, each search is a turn of its own: queries of the embedded database never yield.
  await immediate();
  return provenanceOf(args, [...named, ...attached], words);
}
