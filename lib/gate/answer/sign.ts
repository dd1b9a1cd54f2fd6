import { listed, withAddress } from "#lib/people/audience.ts";
import { areEnough } from "#lib/people/may-answer.ts";
import { insertAnswer, signaturesOf } from "#lib/store/approvals/approval-answers.ts";
import { record } from "#lib/store/audit/record.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { presentHands } from "#lib/store/people/hands.ts";
import type { ApprovalRow } from "#lib/store/schema/schema.ts";
import { whoMayAnswer } from "#lib/gate/contract/stored-approval.ts";
import type { Answer } from "./answer.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { scopeOf } from "#lib/gate/ask/open-approval.ts";
import { provedIn } from "./proof-of-answer.ts";

type Signed =
  /** Not the last one that is needed: the question stays open. */
  | { kind: "more-needed"; changed: boolean }
  /** Nobody may sign this any more, or not this person. */
  | { kind: "closed" }
  /** Settles the question, if the compare-and-set agrees; with everybody who signed, where that settles it. */
  | { kind: "settles"; signed: { by: string; byOthers: string } | null };

/**
 * Takes the answer of one of several people, in the transaction that has the run locked: of two last signatures at once,
 * the second sees the first. One decline settles the question; accepts are counted up to the number that is needed.
 */
export async function sign(
  gate: Gate,
  trx: Trx,
  approval: ApprovalRow,
  answer: Answer,
  { answerHash, typed }: { answerHash: string; typed: boolean },
): Promise<Signed> {
  const { person, action, note, via, keyId } = answer;
  const { id: approvalId, digest, needed, person_id: askerId } = approval;
  const said = { action, note: note ?? null, via, answerHash };
  const written = await insertAnswer(gate.database, trx, { approvalId, personId: person.id, digest, ...said });
  if (written === "closed") return { kind: "closed" };
  if (action !== "accept") return { kind: "settles", signed: null };
  const signatures = await signaturesOf({ db: trx, now: gate.database.now }, [approvalId]);
  const signed = signatures.map(({ personId: id, role }) => ({ id, role }));
  const hands = await presentHands({ db: trx, now: gate.database.now });
  if (areEnough(whoMayAnswer(approval), askerId, signed, hands)) {
    const by = listed(signatures.map(({ name }) => name));
    return { kind: "settles", signed: { by, byOthers: listed(signatures.map(withAddress)) } };
  }
  if (written === "repeated") return { kind: "more-needed", changed: false };
  await record(gate.database, trx, scopeOf(approval), {
    kind: "approval-signed",
    via,
    digest,
    signed: signatures.length,
    needed,
    noted: note !== undefined,
    ...(typed ? { typed: true as const } : {}),
    by: person.id,
    name: person.name,
    ...provedIn(answer),
    ...(keyId === undefined ? {} : { keyId }),
  });
  return { kind: "more-needed", changed: true };
}
