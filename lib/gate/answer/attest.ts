import type { DecisionAction } from "#lib/approvals/decision.ts";
import { record } from "#lib/store/audit/record.ts";
import { answerApproval } from "#lib/store/approvals/approvals.ts";
import { forgetPreviews } from "#lib/store/approvals/previews.ts";
import { gatewayCall } from "#lib/store/runs/gateway-calls.ts";
import { touchChat } from "#lib/store/chats/chats.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { holdAnswerers } from "#lib/store/people/answerer-predicates.ts";
import { standingKey } from "#lib/store/people/keys.ts";
import { lockRun } from "#lib/store/runs/runs.ts";
import { wakeAnsweredRun } from "#lib/store/runs/park-run.ts";
import { preconditionsOf } from "#lib/store/runs/call-preconditions.ts";
import type { ApprovalRow } from "#lib/store/schema/schema.ts";
import { scopesOf } from "#lib/people/scope.ts";
import { scopeOf } from "#lib/gate/ask/open-approval.ts";
import { tighten } from "#lib/gate/ask/tighten.ts";
import { refuseBehind } from "#lib/gate/judge/judge-call.ts";
import { onceMore } from "#lib/gate/judge/once-more.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { statusOfAction, tellHolder } from "./commit-answer.ts";
import { mayAttest } from "#lib/gate/contract/may-attest.ts";

/** What a client says that its user answered to the question that was put through it. */
export type Attested = {
  /** The question as it was put: an answer to anything else does not count. */
  asked: ApprovalRow;
  action: DecisionAction;
  /** The key that the call and the answer came with. */
  key: { id: string; name: string };
};

/**
 * Takes an answer that a client attests. It counts for a call that came by the same key, and its accept only as far as
 * the owner of the key allowed when it comes. Resolves to whether it settled the question; if not, nothing changed. It
 * is recorded as what it is: nobody here proved it.
 */
export async function attest(gate: Gate, attested: Attested): Promise<boolean> {
  const { id, run_id: runId, chat_id: chatId, person_id: personId } = attested.asked;
  const done = await onceMore(gate, () => commitAttested(gate, attested));
  if (done.version !== null) gate.announce({ personId, chatId, version: done.version });
  if (done.settled === null) return false;
  gate.parkingLot.wake(id);
  void gate.resume(runId);
  return true;
}

function commitAttested(gate: Gate, { asked, action, key }: Attested) {
  const { database } = gate;
  const { id, run_id: runId, chat_id: chatId, person_id: personId } = asked;
  return inTransaction(database, async (trx) => {
    await lockRun(database, trx, runId);
    await holdAnswerers(database, trx, { approvalId: id, personId });
    refuseBehind(gate, await preconditionsOf({ db: trx, now: database.now }, asked));
    const present = await tighten(gate, trx, id);
    if (present === null) return { settled: null, version: null };
    const { approval, changes, version: tightened } = present;
    const isAsAsked =
      changes.length === 0 && approval.risk === asked.risk && approval.subject_json === asked.subject_json;
    const upTo = await attestedUpTo(gate, trx, approval, key.id);
    if (upTo === undefined || (action === "accept" && !(isAsAsked && mayAttest(approval, { attests: upTo })))) {
      return { settled: null, version: tightened };
    }
    const settled = await answerApproval(database, trx, {
      id,
      personId,
      attested: true,
      digest: asked.digest,
      status: statusOfAction[action],
      decision: { action, endedBy: "attested", client: key.name, ...(upTo === null ? {} : { upTo }) },
      answerHash: `attested:${action}`,
    });
    if (!settled) return { settled: null, version: tightened };
    await wakeAnsweredRun(trx, runId);
    await tellHolder(gate, trx, settled);
    await forgetPreviews(trx, [settled]);
    await record(database, trx, scopeOf(settled), {
      kind: "approval-attested",
      action,
      client: key.name,
      digest: asked.digest,
      keyId: key.id,
      afterMs: (settled.decided_at ?? settled.requested_at) - settled.requested_at,
    });
    return { settled, version: await touchChat(database, trx, chatId) };
  });
}

/**
 * Up to which risk an accept by this key counts now; undefined where the question is none of this key. Its person is
 * locked, so a key that is revoked meanwhile waits, or attests nothing any more (THREATS B11: lost rights count at once).
 */
async function attestedUpTo({ database }: Gate, trx: Trx, { call_id, person_id }: ApprovalRow, keyId: string) {
  const key = await standingKey(database, trx, keyId);
  const mayCall = key?.scopes.includes("tools:call") && scopesOf(key.person.role).includes("tools:call");
  if (!key || !mayCall || key.person.id !== person_id) return undefined;
  const call = await gatewayCall(trx, { id: call_id, keyId });
  return call === undefined ? undefined : key.terms.attests;
}
