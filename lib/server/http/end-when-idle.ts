import { performance } from "node:perf_hooks";

/** So often it is looked whether the process had something to do. */
const lookEveryMs = 50;
const mostLooks = 20;
const busyFrom = 0.5;

/**
 * Ends the turn of an answer that waits for something, or for a client that reads slowly: it needs no processor. While
 * the process is busy, answers are worked on, and keep their turns for a second at most. Returns what ends it now.
 */
export function endWhenIdle(end: () => void): () => void {
  let looks = 0;
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    looks += 1;
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization >= busyFrom && looks < mostLooks) return;
    over();
  }, lookEveryMs);
  const over = () => {
    clearInterval(timer);
    end();
  };
  return over;
}
