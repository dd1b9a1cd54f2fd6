import type { PreviewOffer } from "#lib/approvals/preview/preview.ts";
import type { ApprovalStatus } from "#lib/approvals/states.ts";
import { withAddress } from "#lib/people/audience.ts";
import { answerApproval } from "#lib/store/approvals/approvals.ts";
import { record } from "#lib/store/audit/record.ts";
import { touchChat } from "#lib/store/chats/chats.ts";
import { inTransaction, StaleWrite } from "#lib/store/engine/database.ts";
import { bindPreview, forgetPreviews } from "#lib/store/approvals/previews.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { isUnheld } from "#lib/store/runs/leases.ts";
import { lockRun } from "#lib/store/runs/runs.ts";
import { wakeAnsweredRun } from "#lib/store/runs/park-run.ts";
import type { ApprovalRow } from "#lib/store/schema/schema.ts";
import { preconditionsOf } from "#lib/store/runs/call-preconditions.ts";
import { holdAnswerers } from "#lib/store/people/answerer-predicates.ts";
import { namesOfPeople } from "#lib/store/people/people.ts";
import { refusalOfKey, refusalOfSession } from "./refusal-of-key.ts";
import { refuseBehind } from "#lib/gate/judge/judge-call.ts";
import { sameForAll, type CheckedAnswer } from "./check-answer.ts";
import type { Answer, Refused } from "./answer.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { giveGrant, whyNotGivenNow, type GrantToGive } from "./give-grant.ts";
import { scopeOf } from "#lib/gate/ask/open-approval.ts";
import { provedIn } from "./proof-of-answer.ts";
import { recordVerdict } from "#lib/gate/ask/move-call.ts";
import { sign } from "./sign.ts";
import { storedSubjectOf } from "#lib/gate/contract/stored-approval.ts";
import { tighten } from "#lib/gate/ask/tighten.ts";
import { typedConfirmationCheck } from "./typed-confirmation-check.ts";

/** An answer in the tool's place is no accept: the tool does not run. */
export const statusOfAction = {
  accept: "accepted",
  decline: "declined",
  cancel: "cancelled",
  respond: "declined",
} as const;

type Committed = {
  /** null: the answer changed nothing; the rows say why. */
  outcome: { approvalId: string; status: ApprovalStatus; runId: string } | Refused | null;
  /** Of the chat, where it changed. */
  version: number | null;
};

/**
 * Stores an answer, after making the question as strict as its tool is watched now, by what any process of the store has
 * tightened.
 */
export async function commitAnswer(
  gate: Gate,
  shown: ApprovalRow,
  answer: Answer,
  checked: CheckedAnswer & { grant: GrantToGive | null },
  answerHash: string,
): Promise<Committed["outcome"]> {
  const { person, action, note, response, via, keyId } = answer;
  const decision = {
    action,
    endedBy: "person",
    by: person.name,
    ...(note === undefined ? {} : { note }),
    ...(response === undefined ? {} : { response }),
    ...checked.edit,
    ...(checked.content === null ? {} : { content: checked.content }),
    ...(checked.grant === null ? {} : { grant: { id: checked.grant.row.id, ...checked.grant.request } }),
  };
  const settles = statusOfAction[action];
  const { id: approvalId, run_id: runId } = shown;
  const decided = async (trx: Trx): Promise<Committed> => {
    const { id, digest } = shown;
    await lockRun(gate.database, trx, shown.run_id);
    await holdAnswerers(gate.database, trx, { approvalId: id, personId: person.id });
    refuseBehind(gate, await preconditionsOf({ db: trx, now: gate.database.now }, shown));
    const present = await tighten(gate, trx, id);
    if (present === null) return { outcome: null, version: null };
    const { approval, changes, version: tightened } = present;
    // Another process may have tightened it since this answer was checked.
    const isAsShown = approval.risk === shown.risk && approval.subject_json === shown.subject_json;
    const unfit = whyUnfit(gate, approval, answer, { ...checked, changes, isAsShown });
    const refuse = (refused: Refused): Committed => ({ outcome: refused, version: tightened });
    if (unfit !== null) return refuse({ refused: "unfit", approvalId, message: unfit, fields: [] });
    const several = approval.who_kind === "quorum";
    const message =
      keyId === undefined
        ? await refusalOfSession(trx, answer)
        : await refusalOfKey(gate.database, trx, approval, answer);
    if (message !== null) return refuse({ refused: "forbidden", message });
    const typing = typedConfirmationCheck(approval, answer);
    if ("message" in typing) return refuse({ refused: "unfit", approvalId, ...typing });
    const { typed } = typing;
    const bound = await boundBy(trx, approval, answer, checked);
    if (bound === "unknown") return refuse({ refused: "unfit", approvalId, message: otherPreview, fields: [] });
    const signed = several ? await sign(gate, trx, approval, answer, { answerHash, typed }) : null;
    if (signed?.kind === "closed") return { outcome: null, version: tightened };
    if (signed?.kind === "more-needed") {
      const version = signed.changed ? await touchChat(gate.database, trx, approval.chat_id) : tightened;
      return { outcome: { approvalId, status: approval.status, runId }, version };
    }
    const settled = await answerApproval(gate.database, trx, {
      id,
      personId: person.id,
      digest,
      status: settles,
      decision: { ...decision, ...bound, ...(signed?.signed ?? (await byOther(trx, approval, person.id))) },
      answerHash,
    });
    if (!settled) {
      // A signer lost their right between two statements: roll back and look again.
      if (signed) throw new StaleWrite(`The signatures of approval ${id} changed.`);
      return { outcome: null, version: tightened };
    }
    // In the deciding transaction, so that a run with an answer never looks as if it only waited.
    await wakeAnsweredRun(trx, settled.run_id);
    await tellHolder(gate, trx, settled);
    if (checked.judged) await recordVerdict(gate, trx, checked.judged.call, checked.judged.verdict);
    await record(gate.database, trx, scopeOf(settled), {
      kind: "approval-decided",
      action,
      via,
      digest: checked.edit?.digest ?? digest,
      edited: checked.edit !== null,
      noted: note !== undefined,
      ...(typed ? { typed: true as const } : {}),
      ...provedIn(answer),
      ...bound,
      afterMs: (settled.decided_at ?? settled.requested_at) - settled.requested_at,
      ...(keyId === undefined ? {} : { keyId }),
      ...(person.id === settled.person_id ? {} : { by: person.id, name: person.name }),
    });
    await forgetPreviews(trx, [settled]);
    if (checked.grant) await giveGrant(gate, trx, settled, checked.grant);
    const version = await touchChat(gate.database, trx, settled.chat_id);
    return { outcome: { approvalId, status: settles, runId }, version };
  };
  const wake = ({ outcome }: Committed) => {
    if (outcome !== null && "status" in outcome && outcome.status !== "pending") gate.parkingLot.wake(approvalId);
  };
  // A call of ours goes on while the disk is at work: it starts, or is refused, by a commit of its own that takes this
  // one along. A server's question goes to its server without any.
  const isOfCall = shown.kind === "tool-call";
  const committed = await inTransaction(gate.database, decided, isOfCall ? wake : undefined);
  if (!isOfCall) wake(committed);
  const { outcome, version } = committed;
  if (version !== null) gate.announce({ personId: shown.person_id, chatId: shown.chat_id, version });
  return outcome;
}

/** Who answered, by their address, where it is not the chat's own person. */
async function byOther(trx: Trx, { person_id }: ApprovalRow, personId: string): Promise<{ byOthers?: string }> {
  const person = personId === person_id ? undefined : (await namesOfPeople({ db: trx }, [personId])).get(personId);
  return person === undefined ? {} : { byOthers: withAddress(person) };
}

function previewOf(approval: ApprovalRow): PreviewOffer | null {
  // Nearly no question has one, and the rest of the subject may be long.
  if (approval.kind !== "tool-call" || !approval.subject_json.includes('"preview":')) return null;
  const { subject } = storedSubjectOf(approval);
  return subject.kind === "tool-call" ? (subject.preview ?? null) : null;
}

/**
 * What an accept counts for, where the owner wants that: what was read for the preview that its person saw. An edited call
 * has no preview.
 */
async function boundBy(
  trx: Trx,
  approval: ApprovalRow,
  { person, action, preview }: Answer,
  { edit }: CheckedAnswer,
): Promise<{ bound?: string[] } | "unknown"> {
  if (action !== "accept" || edit !== null || previewOf(approval)?.bound !== true) return {};
  const bound = await bindPreview(trx, { approvalId: approval.id, personId: person.id, named: preview });
  return bound === "unknown" ? bound : bound.length === 0 ? {} : { bound };
}

const otherPreview =
  "Nothing has run: the preview on this card is not known any more. Have it computed again, and look at it.";

/**
 * Why an accept does not count for the question as it stands in the deciding transaction: nobody approves what was not
 * on the card that they looked at.
 */
function whyUnfit(
  gate: Gate,
  approval: ApprovalRow,
  { action }: Answer,
  {
    changes,
    isAsShown,
    edit,
    grant,
  }: CheckedAnswer & { changes: readonly string[]; isAsShown: boolean; grant: GrantToGive | null },
): string | null {
  if (action !== "accept") return null;
  if (!isAsShown || changes.length > 0) {
    return cardChanged(changes);
  }
  if (edit !== null && approval.who_kind === "quorum") return sameForAll;
  return grant === null ? null : whyNotGivenNow(gate, grant);
}

export function cardChanged(changes: readonly string[]): string {
  return ["Nothing has run: this card has changed.", ...changes, "Look at it again."].join(" ");
}

/** Whoever holds the run wakes; where nobody does, a process must be found even if this one dies after its commit. */
export async function tellHolder(
  { database, dispatch }: Gate,
  trx: Trx,
  { id, run_id: runId }: ApprovalRow,
): Promise<void> {
  await database.signals.sendWith(trx, { type: "answered", approvalId: id, runId });
  if (await isUnheld(database, trx, runId)) await dispatch.send(trx, runId, "soon");
}
