/**
 * Repeats `work`, `ms` after each end; a failure is reported, and the work is tried again. `stop` resolves when nothing
 * of it is running any more.
 */
export function repeatEvery(ms: number, work: () => Promise<void>, failed: (error: unknown) => void): Repeated {
  let stopped = false;
  let timer: NodeJS.Timeout;
  let going: Promise<void> = Promise.resolve();
  const later = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      going = work().catch(failed).finally(later);
    }, ms);
  };
  later();
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      return going;
    },
  };
}

export type Repeated = { stop: () => Promise<void> };
