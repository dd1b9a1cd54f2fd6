import type { Excerpt } from "#lib/policies/changes/tools-page.ts";

/** So many of the first lines are always kept; and so many at each end are shown at first. */
const atEachEnd = 20;
/** Of all later lines the last ones are kept, up to so many characters; each line counts as some more than it has. */
const mostKept = 512 * 1024;
const perLine = 32;

/** What is said without end: its first lines, and as many of the last as there is room for. */
export class KeptLines {
  readonly #first: string[] = [];
  #later: string[] = [];
  #size = 0;
  #count = 0;

  /** The last ones, the oldest first. */
  get recent(): string[] {
    return [...this.#first, ...this.#later.slice(-atEachEnd)].slice(-atEachEnd);
  }

  add(line: string): void {
    this.#count += 1;
    // A part of a text keeps all of it in memory, unless it is very short.
    const own = line.length > 12 ? Buffer.from(line).toString() : line;
    if (this.#first.length < atEachEnd) return void this.#first.push(own);
    this.#later.push(own);
    this.#size += sizeOf(own);
    if (this.#size > mostKept) this.#makeRoom();
  }

  /** The first lines and the last ones. */
  get ends(): Excerpt {
    return this.#excerpt(this.#later.slice(-atEachEnd));
  }

  /** Everything that is kept. */
  get whole(): Excerpt {
    return this.#excerpt(this.#later);
  }

  #excerpt(last: string[]): Excerpt {
    return { first: [...this.#first], between: this.#count - this.#first.length - last.length, last };
  }

  /** For many lines at once, so that each costs little. */
  #makeRoom(): void {
    let size = 0;
    const tooOld = this.#later.findLastIndex((line) => (size += sizeOf(line)) > (mostKept / 4) * 3);
    this.#later = this.#later.slice(tooOld + 1);
    this.#size = this.#later.reduce((sum, line) => sum + sizeOf(line), 0);
  }
}

function sizeOf({ length }: string): number {
  return length + perLine;
}
