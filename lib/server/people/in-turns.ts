/** More would only make everybody wait longer than a browser does. */
const mostWaiting = 20;

/** Too many passwords are being looked at; nothing was. */
export class TooBusy extends Error {
  override name = "TooBusy";
}

/**
 * Runs at most `most` pieces of work at a time, the others in turn: each hash of a password takes a thread for a good
 * part of a second, and the threads are everybody's (THREATS G12). Throws `TooBusy` when too many wait already.
 */
export function inTurns(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) {
      if (waiting.length >= mostWaiting) throw new TooBusy("Too many people are signing in at this moment.");
      // Whoever finishes hands its place over, so the number of those that run stays the same.
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
