import type { Figure } from "./figure.ts";
import { memoryOf } from "./memory-of.ts";
import { park, parkUnwatched } from "./park.ts";
import { appWithMemory } from "./peers.ts";

const warmUp = 300;
const unwatchedRuns = 500;
/** Fewer than one person may watch. */
const watchedRuns = 50;

/** What one run costs while it waits for a person: with nobody who watches it, and what an open stream adds. */
export function parkedMemory(): Promise<Figure[]> {
  return appWithMemory(async (flow, app) => {
    for (const { approve, startedAt } of await parkUnwatched(flow, warmUp)) {
      await approve();
      await startedAt();
    }
    const before = await memoryOf(app);
    await parkUnwatched(flow, unwatchedRuns);
    const unwatched = await memoryOf(app);
    await park(flow, watchedRuns);
    const watched = await memoryOf(app);
    const each = (unwatched.heapUsed - before.heapUsed) / unwatchedRuns;
    const eachWatched = (watched.heapUsed - unwatched.heapUsed) / watchedRuns;
    const note = "heap after a garbage collection";
    return [
      { name: "One parked run", value: each / 1_000, unit: "kB", note: `${note}; ${unwatchedRuns} runs` },
      {
        name: "… as the whole process grows",
        value: (unwatched.rss - before.rss) / unwatchedRuns / 1_000,
        unit: "kB",
        note: "RSS",
      },
      {
        name: "… with an open stream that watches it",
        value: eachWatched / 1_000,
        unit: "kB",
        note: `${note}; ${watchedRuns} runs`,
      },
    ];
  });
}
