import { whySame, type Hand } from "./hand.ts";
import type { Role } from "./role.ts";
import { signersOf, type Signers, type Who } from "./who.ts";

export type Answerer = { id: string; role: Role };

/**
 * Whether a person may answer a question of `askerId`'s chat. The SQL form is in
 * lib/store/people/answerer-predicates.ts.
 */
export function mayAnswer(who: Who, askerId: string, person: Answerer, hands: readonly Hand[]): boolean {
  return isAsked(who, askerId, person) && (who.kind === "self" || whySame(askerId, person, hands) === null);
}

/** Whether a question is put to them, without the check of hands on their account. */
export function isAsked(who: Who, askerId: string, person: Answerer): boolean {
  if (who.kind === "self") return person.id === askerId;
  return person.id !== askerId && signersOf(who).some((signers) => isNamed(signers, person));
}

/** Whether a person is named here, whoever asked. */
export function isNamed({ people, roles }: Signers, { id, role }: Answerer): boolean {
  return people.includes(id) || roles.includes(role);
}

/**
 * Whether these different people, without the one who asked, are enough where others answer. Two people of whom one has
 * a hand on the other's account count as one: the rest must be enough with either of the two.
 */
export function areEnough(who: Who, askerId: string, signed: readonly Answerer[], hands: readonly Hand[]): boolean {
  const others = signed.filter(({ id }) => id !== askerId);
  const among = handsAmong(others, hands);
  return (["byId", "personId"] as const).some((end) => {
    const apart = others.filter(({ id }) => !among.some((hand) => hand[end] === id));
    return signersOf(who).every(
      (signers) => apart.filter((person) => isNamed(signers, person)).length >= signers.needed,
    );
  });
}

/** Those of these people who have a hand on another's account. */
export function handsAmong(people: readonly { id: string }[], hands: readonly Hand[]): Hand[] {
  const is = (id: string) => people.some((person) => person.id === id);
  return hands.filter(({ personId, byId }) => is(personId) && is(byId));
}

/**
 * Why nobody could ever approve what this person asks for, as a sentence; null when enough people may. So nobody asks
 * in vain without knowing it.
 */
export function whyNeverApproved(
  who: Who,
  askerId: string,
  people: readonly Answerer[],
  hands: readonly Hand[],
): string | null {
  const counted = people.filter((person) => mayAnswer(who, askerId, person, hands));
  if (who.kind === "self" || areEnough(who, askerId, counted, hands)) return null;
  if (who.kind === "other") return "It needs a reviewer who is not the person who asks, and there is none here.";
  const count = (signers: Signers) => counted.filter((one) => isNamed(signers, one)).length;
  const short = signersOf(who).find((signers) => count(signers) < signers.needed);
  if (short === undefined) return "It needs more signatures than there are people here who count as different ones.";
  const here = count(short);
  return here === 1
    ? `It needs ${short.needed} signatures, and only 1 person here may sign.`
    : `It needs ${short.needed} signatures, and only ${here} people here may sign.`;
}
