/**
 * Counts what goes on in a run, so that it can tell work from waiting: a run whose every call waits for a person is
 * parked. One call may wait for several questions at once and still counts once.
 */
export class Activity {
  #calls = 0;
  #waiting = 0;
  readonly #onParked: () => void;
  readonly #onResumed: () => void;

  constructor(on: { parked: () => void; resumed: () => void }) {
    this.#onParked = on.parked;
    this.#onResumed = on.resumed;
  }

  get parked(): boolean {
    return this.#calls > 0 && this.#waiting === this.#calls;
  }

  /** Runs the work of one tool call; `whileWaiting` wraps each of its waits for a person. */
  async during(work: (whileWaiting: WhileWaiting) => Promise<void>): Promise<void> {
    let waits = 0;
    this.#change(() => (this.#calls += 1));
    try {
      await work(async (wait) => {
        waits += 1;
        if (waits === 1) this.#change(() => (this.#waiting += 1));
        try {
          return await wait();
        } finally {
          waits -= 1;
          if (waits === 0) this.#change(() => (this.#waiting -= 1));
        }
      });
    } finally {
      this.#change(() => (this.#calls -= 1));
    }
  }

  #change(change: () => void): void {
    const before = this.parked;
    change();
    if (this.parked && !before) this.#onParked();
    if (!this.parked && before) this.#onResumed();
  }
}

export type WhileWaiting = <Result>(wait: () => Promise<Result>) => Promise<Result>;
