/** How many of the first lines are kept, and as many of the last. */
export const keptAtEachEnd = 20;

/** The first and the last lines of what is said without end. */
export class KeptLines {
  readonly #first: string[] = [];
  readonly #recent: string[] = [];
  #count = 0;

  /** Whether the next line is one of the first. */
  get takesFirst(): boolean {
    return this.#count < keptAtEachEnd;
  }

  /** The last ones, the oldest first. */
  get recent(): readonly string[] {
    return this.#recent;
  }

  add(line: string): void {
    if (this.#first.length < keptAtEachEnd) this.#first.push(line);
    this.#recent.push(line);
    if (this.#recent.length > keptAtEachEnd) this.#recent.shift();
    this.#count += 1;
  }

  /** So many lines were not even read. */
  skip(lines: number): void {
    this.#count += lines;
  }

  all(): string[] {
    const last = this.#count <= keptAtEachEnd ? [] : this.#recent.slice(-(this.#count - keptAtEachEnd));
    const between = this.#count - this.#first.length - last.length;
    return [...this.#first, ...(between > 0 ? [`(${between} more lines)`] : []), ...last];
  }
}
