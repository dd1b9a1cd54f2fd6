/** Runs tasks a few at a time, in their order. */
export class FewAtOnce {
  readonly #most: number;
  readonly #running = new Set<Promise<void>>();

  constructor(most: number) {
    this.#most = most;
  }

  async run(task: () => Promise<void>): Promise<void> {
    while (this.#running.size >= this.#most) await Promise.race(this.#running);
    const done = task();
    const over = done.then(
      () => {},
      () => {},
    );
    this.#running.add(over);
    await over;
    this.#running.delete(over);
    return done;
  }
}
