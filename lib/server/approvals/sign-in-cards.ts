import type { Gate } from "#lib/gate/contract/gate.ts";
import { decide } from "#lib/gate/answer/decide.ts";
import { storedSubjectOf } from "#lib/gate/contract/stored-approval.ts";
import type { Answer } from "#lib/gate/answer/answer.ts";
import { pendingOfKind } from "#lib/store/approvals/open-approvals.ts";
import { approvalSeenBy } from "#lib/store/approvals/seen-approvals.ts";

/** What the server wants to be allowed for the call of a card; null where it does not say. */
export async function scopeOfCard({ database }: Gate, personId: string, approvalId: string): Promise<string | null> {
  const approval = await approvalSeenBy(database, { id: approvalId, personId });
  if (approval === undefined || approval.person_id !== personId) return null;
  const { subject } = storedSubjectOf(approval);
  return subject.kind === "sign-in" ? subject.scope : null;
}

/**
 * Answers the cards of this person that wait for a sign-in to this server: they have just signed in, in this session. Each
 * call goes on under the rules of every answered question. Resolves to how many go on.
 */
export async function goOnSignedIn(
  gate: Gate,
  by: Pick<Answer, "person" | "tokenHash">,
  serverId: string,
): Promise<number> {
  const waiting = await pendingOfKind(gate.database, { personId: by.person.id, kind: "sign-in" });
  let goesOn = 0;
  for (const approval of waiting) {
    if (storedSubjectOf(approval).server.id !== serverId) continue;
    const { id: approvalId, digest } = approval;
    const said = { action: "accept", digest, via: "rest" } as const;
    const outcome = await decide(gate, { ...by, target: { approvalId }, ...said });
    if ("decided" in outcome) goesOn += 1;
  }
  return goesOn;
}
