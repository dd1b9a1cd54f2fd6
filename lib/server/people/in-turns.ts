/** A longer queue would make everybody wait longer than a browser does. */
const mostWaiting = 20;

/** Too many passwords wait to be checked; this one was not. */
export class TooBusy extends Error {
  override name = "TooBusy";
}

/**
 * Runs at most `most` pieces of work at a time and queues the others: hashing a password takes a thread for a good part
 * of a second, and everybody shares the threads (THREATS G12: text that no store holds). Throws `TooBusy` when too many
 * wait.
 */
export function inTurns(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) {
      if (waiting.length >= mostWaiting) throw new TooBusy("Too many people are signing in at this moment.");
      // A finished one hands its place over, so the number of running ones stays the same.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
