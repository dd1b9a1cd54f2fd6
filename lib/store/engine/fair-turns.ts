import { AsyncLocalStorage } from "node:async_hooks";

/** A line waits for connections that are all in use. The code is PostgreSQL's, for too many of them. */
export class NoTurn extends Error {
  override name = "NoTurn";
  readonly code = "53300";
}

type Line = { held: number; waiting: Set<() => void> };

/** Of all places; the rest is left to others, whatever one person's work waits for inside. */
const shareOfOne = 0.7;

/**
 * Lends a number of places to whoever works with the store. People come in turn, not requests: after one place for one
 * of somebody's hundred requests, the next is for whoever else waits (THREATS G23: floods of one person).
 */
export class FairTurns {
  /** Whose turn is next comes first. */
  readonly #lines = new Map<string | undefined, Line>();
  readonly #mostOfOne: number;
  #free: number;

  constructor(places: number, mostOfOne: number = Math.floor(places * shareOfOne)) {
    this.#free = places;
    this.#mostOfOne = Math.max(1, mostOfOne);
  }

  /** Resolves, when it is this work's turn, to what gives its place back, once; throws `NoTurn` after `withinMs`. */
  async take(withinMs?: number): Promise<() => void> {
    const who = whoseWork();
    const line = this.#lines.get(who) ?? { held: 0, waiting: new Set() };
    this.#lines.set(who, line);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    line.waiting.add(resolve);
    this.#lend();
    if (line.waiting.has(resolve) && withinMs !== undefined) {
      const giveUp = () => {
        if (!line.waiting.delete(resolve)) return;
        if (line.held === 0 && line.waiting.size === 0) this.#lines.delete(who);
        reject(new NoTurn("All connections to the store are in use."));
      };
      const timer = setTimeout(giveUp, withinMs);
      await promise.finally(() => clearTimeout(timer));
    } else await promise;
    let isBack = false;
    return () => {
      if (!isBack) this.#giveBack(who, line);
      isBack = true;
    };
  }

  #giveBack(who: string | undefined, line: Line): void {
    line.held -= 1;
    this.#free += 1;
    this.#toTheEnd(who, line);
    this.#lend();
  }

  /** Behind whoever waits already; a line in which nothing goes on is forgotten. */
  #toTheEnd(who: string | undefined, line: Line): void {
    this.#lines.delete(who);
    if (line.held > 0 || line.waiting.size > 0) this.#lines.set(who, line);
  }

  #lend(): void {
    for (const [who, line] of this.#lines) {
      if (this.#free === 0) return;
      const [next] = line.waiting;
      // The app's own work is for everybody.
      if (next === undefined || (who !== undefined && line.held >= this.#mostOfOne)) continue;
      line.waiting.delete(next);
      line.held += 1;
      this.#free -= 1;
      // This loop comes by again at the end.
      this.#toTheEnd(who, line);
      next();
    }
  }
}

const longReadings = new FairTurns(4, 1);
const longTurnMs = 2_000;

/** Reads what may have to be looked for in all that somebody ever did: for each person, one such reading at a time. */
export async function readInTurn<Result>(read: () => Promise<Result>): Promise<Result> {
  const end = await longReadings.take(longTurnMs);
  return read().finally(end);
}

const whose = new AsyncLocalStorage<string>();

/** Does the work of one person: what it asks of the store waits in their line, also what it starts and leaves behind. */
export function onBehalfOf<Result>(who: string, work: () => Result): Result {
  return whose.run(who, work);
}

/** Does work of the app itself that somebody's request happened to start. */
export function forEverybody<Result>(work: () => Result): Result {
  return whose.exit(work);
}

/** Whose work this is; undefined for the app's own. */
export function whoseWork(): string | undefined {
  return whose.getStore();
}
