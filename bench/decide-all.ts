import { setTimeout as delay } from "node:timers/promises";
import type { ParkedTurn } from "./approval-flow.ts";

/** From the moment a decision is sent, in ms. */
export type Decided = {
  /** To its reply. */
  repliedAfterMs: number;
  /** To the start of the tool, by the tool's own clock. */
  startedAfterMs: number;
};

/** Sends each decision at its own time, whether or not the ones before it have been answered. */
export async function decideAll(parked: readonly ParkedTurn[], perSecond: number): Promise<Decided[]> {
  const begin = performance.now();
  const sent = parked.map(async ({ approve }, index) => {
    const dueInMs = begin + (index * 1_000) / perSecond - performance.now();
    await delay(Math.max(0, dueInMs));
    return approve();
  });
  const exchanges = await Promise.all(sent);
  // Only now, so that nothing but decisions is measured.
  const decided: Decided[] = [];
  for (const [index, { sentAt, repliedAt }] of exchanges.entries()) {
    const startedAt = (await parked[index]?.startedAt()) ?? Number.NaN;
    decided.push({ repliedAfterMs: repliedAt - sentAt, startedAfterMs: startedAt - sentAt });
  }
  return decided;
}
