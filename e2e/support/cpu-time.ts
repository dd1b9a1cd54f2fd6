/**
 * Milliseconds that a piece of work takes of this thread's own time, whatever else the machine is busy with. The least
 * of three, for now and then memory is swept meanwhile.
 */
export function cpuMsOf(work: () => unknown): number {
  const took = [1, 2, 3].map(() => {
    const since = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(since);
    return (user + system) / 1_000;
  });
  return Math.min(...took);
}
