/** Measures the longest turn of this process's event loop in processor time, so that a busy machine adds nothing to it. */
export function longestTurn(): { end: () => number } {
  let longest = 0;
  let isOver = false;
  let last = process.threadCpuUsage();
  const look = () => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, now.user - last.user + now.system - last.system);
    last = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  return {
    end: () => {
      isOver = true;
      return longest / 1_000;
    },
  };
}
