import { setTimeout as sleep } from "node:timers/promises";
import { StaleWrite } from "#lib/store/engine/database.ts";
import { RunLost } from "#lib/store/runs/runs.ts";
import { isStoreUnavailable } from "#lib/store/engine/store-unavailable.ts";
import { onceAMinute } from "#lib/untrusted/once-a-minute.ts";
import type { Gate } from "./gate.ts";

/** The first pause before a retry, and the longest. */
const pausesMs = { first: 100, most: 2_000 };

/** Once a minute: a person can cause it at will, by keeping all their connections busy (G16: full disks). */
const waited = onceAMinute(({ log, error }: Pick<Gate, "log"> & { error: unknown }, more) =>
  log.warn("store.waited-for", { error, more }),
);

/**
 * Does work that starts from the stored rows, and retries while the store is away: an outage ends no run (G3). A write
 * whose reply was lost may have committed, so `again` says that this is a retry. Rejects with any other error, and when
 * the run is stopped or lost.
 */
export async function throughOutages<Result>(
  { log }: Pick<Gate, "log">,
  signal: AbortSignal,
  work: (again: boolean) => Promise<Result>,
): Promise<Result> {
  for (let tries = 0, pauseMs = pausesMs.first; ; tries += 1, pauseMs = Math.min(pauseMs * 2, pausesMs.most)) {
    try {
      return await work(tries > 0);
    } catch (error) {
      const wasWritten = tries > 0 && error instanceof StaleWrite && !(error instanceof RunLost);
      if (signal.aborted || !(wasWritten || isStoreUnavailable(error))) throw error;
      waited({ log, error });
    }
    await sleep(pauseMs, undefined, { signal });
  }
}
