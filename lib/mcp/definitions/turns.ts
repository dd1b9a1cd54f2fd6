import { setImmediate as nextTurn } from "node:timers/promises";

/** Yields to other work after so long, ms. */
const turnMs = 8;

/** Lets other work run between the steps of a long one. */
export class Turns {
  #since = performance.now();

  /** Called between two steps. */
  async next(): Promise<void> {
    if (performance.now() - this.#since <= turnMs) return;
    await nextTurn();
    this.#since = performance.now();
  }
}
