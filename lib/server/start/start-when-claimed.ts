import type { Database } from "#lib/store/engine/database.ts";
import type { Repeated } from "#lib/store/engine/repeat-every.ts";
import { watchStore } from "#lib/store/engine/watch-store.ts";
import type { Log } from "#lib/server/observe/log.ts";

type Deps = {
  isClaimed: () => Promise<boolean>;
  start: () => void;
  database: Pick<Database, "signals" | "dialect">;
  log: Log;
};

const lookEveryMs = 2_000;

/**
 * Calls `start` once the instance was claimed, in any process, and never before: a signal only makes it look. Call
 * `look` at the start; it resolves after the look.
 */
export function startWhenClaimed({ isClaimed, start, database, log }: Deps): {
  look: () => Promise<void>;
  stop: () => void;
} {
  let watching: Repeated | null = null;
  let isOver = false;
  const failed = (error: unknown) => log.warn("claim.not-read", { error });

  function stop(): void {
    isOver = true;
    void watching?.stop();
  }

  async function look(): Promise<void> {
    if (isOver || !(await isClaimed()) || isOver) return;
    stop();
    start();
  }

  return {
    look: async () => {
      watching = watchStore(database, { on: ["claimed"], read: look, everyMs: lookEveryMs, failed, evenAlone: true });
      await look().catch(failed);
    },
    stop,
  };
}
