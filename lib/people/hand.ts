/**
 * Somebody made another's account, raised its role, reset it or let it back in, less than 30 days ago: by themselves, or
 * through an account on which their hand is.
 */
export type Hand = { personId: string; byId: string; asOwner: boolean };

/**
 * Why an account does not count as a second person for what somebody asks: whose hand it is in. Only the owner makes
 * people who answer for others, so any other hand is one too many. Null when it counts. The store's statements say the
 * same: `store/hands.ts`.
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
