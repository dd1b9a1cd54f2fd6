import type { Role } from "./role.ts";

/**
 * A hand on an account: in the last 30 days somebody made it, raised its role, reset it or re-enabled it, themselves or
 * through an account with their hand on it.
 */
export type Hand = { personId: string; byId: string; asOwner: boolean };

/**
 * Why an account does not count as a second person for an asker: whose hand is on it. Only the owner may make people
 * who answer for others, so any other hand is one too many. Only while somebody is the owner do they answer for an
 * account with their hand on it. Null when it counts. The SQL form is in lib/store/people/hands.ts.
 */
export function whySame(
  askerId: string,
  { id, role }: { id: string; role: Role },
  hands: readonly Hand[],
): "asker" | "manager" | "answerer" | null {
  const on = hands.filter((hand) => hand.personId === id);
  if (on.some(({ byId }) => byId === askerId)) return "asker";
  if (on.some(({ asOwner }) => !asOwner)) return "manager";
  const isSpared = ({ asOwner }: Hand) => asOwner && role === "owner";
  const onAsker = hands.some((hand) => hand.personId === askerId && hand.byId === id && !isSpared(hand));
  return onAsker ? "answerer" : null;
}
