import type { Log } from "#lib/gate/contract/gate.ts";

const maxLinesPerMinute = 200;

/** A log with a limit, for events that a server can cause at will: 200 lines a minute; the last one says so. */
export function quieted(log: Log, muted: () => void, now: () => number = () => performance.now()): Log {
  let minute = 0;
  let lines = 0;
  const only =
    (write: Log["info"]): Log["info"] =>
    (...entry) => {
      const current = Math.floor(now() / 60_000);
      if (current !== minute) [minute, lines] = [current, 0];
      lines += 1;
      if (lines <= maxLinesPerMinute) write(...entry);
      if (lines === maxLinesPerMinute) muted();
    };
  return { info: only(log.info), warn: only(log.warn), error: only(log.error) };
}
