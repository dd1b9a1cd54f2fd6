/**
 * A hand on an account: in the last 30 days somebody made it, raised its role, reset it or re-enabled it, themselves or
 * through an account with their hand on it.
 */
export type Hand = { personId: string; byId: string; asOwner: boolean };

/**
 * Why an account does not count as a second person for an asker: whose hand is on it. Only the owner may make people
 * who answer for others, so any other hand is one too many. Null when it counts. The SQL form is in
 * lib/store/people/hands.ts.
 */
export function whySame(
  askerId: string,
  personId: string,
  hands: readonly Hand[],
): "asker" | "manager" | "answerer" | null {
  const on = hands.filter((hand) => hand.personId === personId);
  if (on.some(({ byId }) => byId === askerId)) return "asker";
  if (on.some(({ asOwner }) => !asOwner)) return "manager";
  const onAsker = hands.some((hand) => hand.personId === askerId && hand.byId === personId && !hand.asOwner);
  return onAsker ? "answerer" : null;
}
