import type { ApprovalFlow, ParkedTurn } from "./approval-flow.ts";

const atOnce = 10;

/** Starts this many turns and resolves when every one of them waits for its approval. */
export async function park(flow: ApprovalFlow, count: number): Promise<ParkedTurn[]> {
  const parked: ParkedTurn[] = [];
  while (parked.length < count) parked.push(...(await Promise.all(Array.from({ length: atOnce }, flow))));
  return parked;
}
