import type { Signals } from "#lib/store/engine/signals.ts";
import type { Log } from "#lib/server/observe/log.ts";

type Deps = { isClaimed: () => Promise<boolean>; start: () => void; signals: Signals; log: Log };

const lookEveryMs = 2_000;

/**
 * Calls `start` once the instance was claimed, in any process, and never before: a signal only makes it look. Call
 * `look` at the start; it resolves after the look.
 */
export function startWhenClaimed({ isClaimed, start, signals, log }: Deps): {
  look: () => Promise<void>;
  stop: () => void;
} {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const unlisten = signals.listen(({ type }) => {
    if (type === "claimed") void look();
  });

  function stop(): void {
    isOver = true;
    unlisten();
    clearInterval(timer);
  }

  async function look(): Promise<void> {
    try {
      const claimed = await isClaimed();
      if (isOver) return;
      if (!claimed) {
        timer ??= setInterval(() => void look(), lookEveryMs);
        return;
      }
      stop();
      start();
    } catch (error) {
      if (isOver) return;
      log.warn("claim.not-read", { error });
      timer ??= setInterval(() => void look(), lookEveryMs);
    }
  }

  return { look, stop };
}
