/** How long a tab is without its server before it says so. */
const saidAfter = 1_000;
const firstPause = 150;
const longestPause = 5_000;
/** A stream that lasted this long counts as good, however it ended. */
const lastedLong = 2_000;

/** How a tab treats a server that does not answer: it asks less and less often, and says so after a second. */
export class Patience {
  readonly #onTrouble: (isAway: boolean) => void;
  #failures = 0;
  #breaks = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSaid = false;

  constructor(onTrouble: (isAway: boolean) => void) {
    this.#onTrouble = onTrouble;
  }

  /** The server could not be reached; returns how long to wait before the next try. */
  failed(): number {
    this.#timer ??= setTimeout(() => {
      this.#isSaid = true;
      this.#onTrouble(true);
    }, saidAfter);
    return this.pause();
  }

  /** The server had nothing, though it should have; returns how long to wait before looking again. */
  pause(): number {
    return Math.min(longestPause, firstPause * 2 ** this.#failures++);
  }

  /** The server answers. */
  reached(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isSaid) this.#onTrouble(false);
    this.#isSaid = false;
  }

  /** The server answers as it should. */
  calm(): void {
    this.#failures = 0;
  }

  /** A stream ended after so many ms; returns how long to wait before it is joined again. */
  ended({ after, finished }: { after: number; finished: boolean }): number {
    this.#breaks = finished || after > lastedLong ? 0 : this.#breaks + 1;
    return this.#breaks <= 1 ? 0 : Math.min(longestPause, firstPause * 2 ** this.#breaks);
  }
}

/** At most one running timer per name. */
export class NamedTimers<Name extends string> {
  readonly #running = new Map<Name, ReturnType<typeof setTimeout>>();

  /** Does nothing while the timer of this name runs already. */
  start(name: Name, delay: number, action: () => void): void {
    if (this.#running.has(name)) return;
    const run = () => {
      this.#running.delete(name);
      action();
    };
    this.#running.set(name, setTimeout(run, delay));
  }

  clear(name: Name): void {
    clearTimeout(this.#running.get(name));
    this.#running.delete(name);
  }
}
