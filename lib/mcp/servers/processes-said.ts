/** What the last processes of a program wrote on stderr. */
export class ProcessesSaid {
  /** The latest first. */
  #last: (() => string[])[] = [];

  readonly started = (said: () => string[]): void => {
    this.#last = [said, ...this.#last].slice(0, 2);
  };

  /** Of the present one, and of the one before it; null where that is nothing. */
  get said(): { now: string[]; before: string[] } | null {
    const [now = [], before = []] = this.#last.map((said) => said());
    return now.length + before.length === 0 ? null : { now, before };
  }
}
