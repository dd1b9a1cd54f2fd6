import { whyNotCounted } from "#lib/people/audience.ts";
import type { Proved } from "#lib/approvals/proof.ts";
import { enabledPeople } from "#lib/store/people/answerer-predicates.ts";
import { presentHands } from "#lib/store/people/hands.ts";
import type { ApprovalRow } from "#lib/store/schema/schema.ts";
import { leastForHands } from "./refusal-of-key.ts";
import type { Answer, DecideOutcome } from "./answer.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";

/** The refusal for a person who may see the question and not answer it, with the reason where it is their account. */
export async function othersAnswer(
  gate: Gate,
  { id, person_id: askerId }: ApprovalRow,
  { person }: Answer,
): Promise<DecideOutcome> {
  const here = (await enabledPeople(gate.database)).find(({ id: one }) => one === person.id && one !== askerId);
  const why = here === undefined ? null : whyNotCounted(askerId, here, await presentHands(gate.database));
  return { refused: "others-answer", approvalId: id, ...(why === null ? {} : { message: why }) };
}

/** What is accepted for somebody else, of high risk, or for more than this call needs a fresh proof of who it is. */
function needsProof({ person_id: askerId, risk }: ApprovalRow, { person, action, grant }: Answer): boolean {
  return action === "accept" && (askerId !== person.id || risk >= leastForHands || grant !== undefined);
}

/** What the person has to show before this answer counts; null when nothing more. Keys are judged by themselves. */
export function proofWantedOf(approval: ApprovalRow, answer: Answer): "passkey" | "sign-in" | null {
  const { keyId, proof } = answer;
  if (keyId !== undefined || proof?.isFresh === true || !needsProof(approval, answer)) return null;
  return proof?.hasPasskey === true ? "passkey" : "sign-in";
}

/** How whoever answers proved who they are, for the record. */
export function provedIn({ proof, keyId }: Answer): { proved?: Proved } {
  if (keyId !== undefined) return { proved: { by: "key", agoMs: null } };
  return proof == null ? {} : { proved: { by: proof.by, agoMs: proof.agoMs } };
}
