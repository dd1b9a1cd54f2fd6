import { setImmediate as immediate } from "node:timers/promises";

/**
 * The system hands over one new connection in each round of the loop, and a round lasts as long as what is worked on in
 * it. So what is begun waits until those at the door are in, for so long at most (THREATS G23: floods of one person).
 */
const mostAtDoorMs = 50;

export class Newcomers {
  #came = 0;
  #settling: Promise<void> | null = null;

  /** There is a new connection. */
  came(): void {
    this.#came += 1;
  }

  /** Resolves after a round of the loop without a new connection. */
  in(): Promise<void> {
    return (this.#settling ??= this.#untilNobodyComes().finally(() => (this.#settling = null)));
  }

  async #untilNobodyComes(): Promise<void> {
    const began = performance.now();
    let before: number;
    // The first round was under way already.
    await immediate();
    do {
      before = this.#came;
      await immediate();
    } while (this.#came > before && performance.now() - began < mostAtDoorMs);
  }
}
