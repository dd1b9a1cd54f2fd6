import { createHash } from "node:crypto";
import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import { isDigest } from "#lib/approvals/digest.ts";
import type { JsonValue } from "#lib/untrusted/json.ts";
import { maxArgumentsBytes, refuseUnsafeJson } from "#lib/untrusted/refuse-unsafe-json.ts";
import { answerHashOf } from "#lib/store/approvals/approval-answers.ts";
import type { ApprovalRow } from "#lib/store/schema/schema.ts";
import { approvalSeenBy, approvalsUnder, type SeenApproval } from "#lib/store/approvals/seen-approvals.ts";
import type { Answer, DecideOutcome } from "./answer.ts";
import { approvalAfterLostCommit } from "./approval-after-lost-commit.ts";
import { Behind } from "#lib/gate/judge/judge-call.ts";
import { onceMore } from "#lib/gate/judge/once-more.ts";
import { checkAnswer } from "./check-answer.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { cardChanged, commitAnswer } from "./commit-answer.ts";
import { checkGrant } from "./give-grant.ts";
import { othersAnswer, proofWantedOf } from "./proof-of-answer.ts";
import { storedSubjectOf } from "#lib/gate/contract/stored-approval.ts";

/** Edited arguments or content, and a note. */
const maxAnswerBytes = 2 * maxArgumentsBytes;

/**
 * Takes a person's answer: who may, still open, compare-and-set, wake. The first answer wins; an identical repeat by
 * the same person is told so again; everything else changes nothing. A settled question resumes its run by itself.
 * Throws when the store cannot be written, or was lost while it was: then the row says, later, whether anything was
 * decided.
 */
export async function decide(gate: Gate, given: Answer): Promise<DecideOutcome> {
  const outcome = await takeAnswer(gate, given);
  // A question that needs more signatures stays open. The answer does not wait for the run to go on.
  if ("decided" in outcome && outcome.decided.status !== "pending") void gate.resume(outcome.decided.runId);
  return outcome;
}

async function takeAnswer(gate: Gate, given: Answer): Promise<DecideOutcome> {
  const sinceMs = performance.now();
  // A copy, so that nobody can change the answer while it is checked (A8: what was shown is what runs).
  const answer = structuredClone(given);
  const found = await findApproval(gate, answer);
  if ("refused" in found) return found;
  const { approval } = found;
  const safe = refuseUnsafeJson(saidIn(answer), maxAnswerBytes);
  if ("problem" in safe) return { refused: "unfit", approvalId: approval.id, message: safe.problem, fields: [] };
  const answerHash = createHash("sha256").update(canonicalJson(safe.value)).digest("hex");
  if (approval.status !== "pending") return repeatOrConflict(gate, approval, answer, answerHash);
  if (approval.may_answer === 0) return othersAnswer(gate, approval, answer);
  // A digest of an unknown version binds nothing (A9: versions).
  if (answer.action === "accept" && !isDigest(approval.digest)) {
    return { refused: "settled", approvalId: approval.id, status: approval.status };
  }
  if (answer.digest !== undefined && answer.digest !== approval.digest) {
    const message = "What is asked is not what was shown. Reload and look at it again.";
    return { refused: "unfit", approvalId: approval.id, message, fields: [] };
  }
  // What became stricter while the answer was on its way: it is to the card as its person saw it (row 25).
  const { action, changesSeen } = answer;
  const isToCard = action === "accept" && changesSeen !== undefined;
  const unseen = isToCard ? (storedSubjectOf(approval).changes ?? []).slice(changesSeen) : [];
  if (unseen.length > 0) return { refused: "unfit", approvalId: approval.id, message: cardChanged(unseen), fields: [] };
  const unproved = proofWantedOf(approval, answer);
  if (unproved !== null) return { refused: "prove-again", approvalId: approval.id, by: unproved };
  const checked = await checkAnswer(gate, approval, answer);
  if ("message" in checked) return { refused: "unfit", approvalId: approval.id, ...checked };
  const grant = await checkGrant(gate, approval, answer, checked);
  if (grant && "message" in grant) return { refused: "unfit", approvalId: approval.id, ...grant };
  let now: SeenApproval | undefined;
  const seen = { id: approval.id, personId: answer.person.id };
  try {
    const decided = await onceMore(gate, () => commitAnswer(gate, approval, answer, { ...checked, grant }, answerHash));
    if (decided !== null) return "refused" in decided ? decided : { decided };
    now = await approvalSeenBy(gate.database, seen);
  } catch (error) {
    if (error instanceof Behind)
      return { refused: "unfit", approvalId: approval.id, message: everChanging, fields: [] };
    now = await approvalAfterLostCommit(gate, seen, { error, sinceMs });
    gate.parkingLot.wake(approval.id);
  }
  if (!now) return { refused: "unknown" };
  // The right to answer may have been taken away meanwhile (B11: revoked rights).
  if (now.status === "pending" && now.may_answer === 0) return othersAnswer(gate, now, answer);
  // Still pending, yet the deadline inside the update refused it: expired, though the sweep has not come by.
  if (now.status === "pending") return { refused: "expired", approvalId: now.id, status: "expired" };
  return repeatOrConflict(gate, now, answer, answerHash);
}

const everChanging = "Nothing has run: what is in force here changes again and again at the moment. Try once more.";

/**
 * A tool call may be asked about more than once, and after an edit of the history a model may give its id to another
 * call: then it names no question, or an answer that is sent again could land on one that nobody has looked at (A8).
 */
async function findApproval(
  gate: Gate,
  { person, target, digest }: Answer,
): Promise<{ approval: SeenApproval } | { refused: "unknown" | "ambiguous" }> {
  if ("approvalId" in target) {
    const approval = await approvalSeenBy(gate.database, { id: target.approvalId, personId: person.id });
    return approval ? { approval } : { refused: "unknown" };
  }
  const under = await approvalsUnder(gate.database, { personId: person.id, ...target });
  const meant = under.length === 1 ? under : under.filter((approval) => approval.digest === digest);
  const [approval, other] = meant;
  if (approval && !other) return { approval };
  return { refused: under.length === 0 ? "unknown" : "ambiguous" };
}

/** The same answer by the same person again is no conflict (A1); any other answer to a settled question is. */
async function repeatOrConflict(
  { database }: Gate,
  approval: ApprovalRow,
  answer: Answer,
  answerHash: string,
): Promise<DecideOutcome> {
  const { id: approvalId, status, run_id: runId } = approval;
  if (status === "expired") return { refused: "expired", approvalId, status };
  const sameBytes = answer.digest === undefined || answer.digest === approval.digest;
  const { id: personId } = answer.person;
  const said =
    approval.who_kind === "quorum"
      ? await answerHashOf(database.db, { approvalId, personId })
      : approval.decided_by === personId && approval.answer_hash;
  if (sameBytes && said === answerHash) {
    // Others see a commit before the disk has it, and its sync may have failed.
    await database.takenAlong?.();
    return { decided: { approvalId, status, runId } };
  }
  return { refused: "settled", approvalId, status };
}

/** Everything in an answer that makes it another answer. */
function saidIn({ action, arguments: edited, content, note, response, grant, confirm, preview }: Answer): JsonValue {
  const said = { action, arguments: edited ?? null, content: content ?? null, note: note ?? null };
  return {
    ...said,
    ...(response === undefined ? {} : { response }),
    ...(grant === undefined ? {} : { grant }),
    ...(preview === undefined ? {} : { preview }),
    ...(confirm === undefined ? {} : { confirm: confirm.trim() }),
  };
}
