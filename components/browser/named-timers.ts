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
