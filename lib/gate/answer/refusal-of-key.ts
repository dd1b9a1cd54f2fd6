import { isByKey } from "#lib/store/chats/mark-by-key.ts";
import { scopesOf } from "#lib/people/scope.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { isSession } from "#lib/store/people/hold-session.ts";
import { standingKey } from "#lib/store/people/keys.ts";
import { hasPasskey } from "#lib/store/people/passkeys.ts";
import type { ApprovalRow } from "#lib/store/schema/schema.ts";
import type { Answer } from "./answer.ts";

/** From this risk level on, only a person in the app answers, never a key. */
export const leastForHands = 4;

/**
 * Why an answer from this session does not count, in a sentence; null when it does. Looked up within the deciding
 * transaction, after its person was locked: who signed out before it commits decides nothing any more (THREATS B11:
 * lost rights count at once).
 */
export async function refusalOfSession(
  trx: Trx,
  { tokenHash, person }: Pick<Answer, "tokenHash" | "person">,
): Promise<string | null> {
  if (tokenHash == null || (await isSession(trx, { personId: person.id, tokenHash }))) return null;
  return "You were signed out meanwhile. Sign in again.";
}

/**
 * Why this key may not answer this question for its owner, in a sentence; null when it may. Looked up within the
 * deciding transaction, so that a key that has just been revoked answers nothing any more (THREATS B11, F10).
 */
export async function refusalOfKey(
  database: Database,
  trx: Trx,
  approval: ApprovalRow,
  { keyId = "", person, grant, action }: Pick<Answer, "keyId" | "person" | "grant" | "action">,
): Promise<string | null> {
  const key = await standingKey(database, trx, keyId);
  const mayDecide = key?.scopes.includes("approvals:decide") && scopesOf(key.person.role).includes("approvals:decide");
  if (!key || !mayDecide || key.person.id !== person.id) return "This key may not answer any more.";
  if (grant !== undefined) return "A program cannot give grants: a person does, in the app.";
  if (action === "accept" && approval.kind !== "tool-call") {
    return "The server of a tool asks this of a person: they answer it in the app, not a program.";
  }
  if (approval.risk >= leastForHands) {
    return "This is a high-risk call: a person answers it in the app, not a program.";
  }
  if (action === "accept" && approval.person_id !== person.id && (await hasPasskey(trx, person.id))) {
    return "You have a passkey, so what others ask you approve in the app, with it, and no program does.";
  }
  if (approval.person_id === person.id && (await isByKey(trx, approval.chat_id))) {
    return "A program asked for this call in your name, so you answer it in the app yourself.";
  }
  return null;
}
