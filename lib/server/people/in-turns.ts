/** A longer queue would make everybody wait longer than a browser does. */
const mostWaiting = 20;

/** Too many passwords wait to be checked; this one was not. */
export class TooBusy extends Error {
  override name = "TooBusy";
}

/** `who`: whose work it is, where people come in turn. */
type InTurns = <Result>(work: () => Promise<Result>, who?: string) => Promise<Result>;

/**
 * Runs at most `most` pieces of work at a time and queues the others: hashing a password takes a thread for a good part
 * of a second, and everybody shares the threads (THREATS G12: text that no store holds). People come in turn, not
 * requests, and of one person `mostOfOne` wait at most. Throws `TooBusy` when too many wait.
 */
export function inTurns(most: number, { mostOfOne = mostWaiting, mostOfAll = mostWaiting } = {}): InTurns {
  /** Whose turn is next comes first. */
  const lines = new Map<string, (() => void)[]>();
  let running = 0;
  let waiting = 0;
  const goOn = () => {
    const [next] = lines;
    if (next === undefined) return void (running -= 1);
    const [who, [first, ...others]] = next;
    lines.delete(who);
    if (others.length > 0) lines.set(who, others);
    waiting -= 1;
    // A finished one hands its place over, so the number of running ones stays the same.
    first?.();
  };
  return async (work, who = "") => {
    if (running >= most) {
      const line = lines.get(who) ?? [];
      if (line.length >= mostOfOne || waiting >= mostOfAll)
        throw new TooBusy("Too many people are signing in at this moment.");
      waiting += 1;
      await new Promise<void>((resolve) => lines.set(who, [...line, resolve]));
    } else running += 1;
    try {
      return await work();
    } finally {
      goOn();
    }
  };
}
