import type { Figure } from "./figure.ts";
import { memoryOf } from "./memory-of.ts";
import { park } from "./park.ts";
import { appWithMemory } from "./peers.ts";

const warmUp = 300;
const runs = 500;

/** What one run costs while it waits for a person: with a stream that watches it, and with nobody who does. */
export function parkedMemory(): Promise<Figure[]> {
  return appWithMemory(async (flow, app) => {
    for (const { approve } of await park(flow, warmUp)) await approve();
    const before = await memoryOf(app);
    const parked = await park(flow, runs);
    const watched = await memoryOf(app);
    for (const { leave } of parked) leave();
    const left = await memoryOf(app);
    const each = (bytes: number) => bytes / runs / 1_000;
    const note = `heap after a garbage collection, ${runs} runs`;
    return [
      { name: "One parked run with an open stream", value: each(watched.heapUsed - before.heapUsed), unit: "kB", note },
      { name: "… as the whole process grows", value: each(watched.rss - before.rss), unit: "kB", note: "RSS" },
      { name: "One parked run that nobody watches", value: each(left.heapUsed - before.heapUsed), unit: "kB", note },
    ];
  });
}
