import type { ApprovalFlow, ParkedTurn } from "./approval-flow.ts";

const atOnce = 10;

/** Starts this many turns and resolves when every one of them waits for its approval. Each is watched. */
export async function park(flow: ApprovalFlow, count: number): Promise<ParkedTurn[]> {
  const parked: ParkedTurn[] = [];
  while (parked.length < count) parked.push(...(await Promise.all(Array.from({ length: atOnce }, flow))));
  return parked;
}

/** The same, but nobody watches them: a person cannot have so many streams open. */
export async function parkUnwatched(flow: ApprovalFlow, count: number): Promise<ParkedTurn[]> {
  const parked: ParkedTurn[] = [];
  while (parked.length < count) {
    const some = await park(flow, atOnce);
    for (const { leave } of some) leave();
    parked.push(...some);
  }
  return parked;
}
