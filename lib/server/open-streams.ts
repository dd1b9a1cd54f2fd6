/** More than all tabs of several browsers need; each costs a socket and whatever its client has not read. */
export const mostStreamsPerPerson = 64;
/** Of all people together: what one process serves in a gigabyte of memory. */
export const mostStreams = 5_000;

/** Counts the endless answers that are open, so that nobody can use up the process with them (THREATS G7). */
export class OpenStreams {
  readonly #open = new Map<string, number>();
  #total = 0;

  /** Who has as many streams as they may, so that this person gets no further one; null while there is room. */
  fullFor(personId: string): "person" | "everybody" | null {
    if (this.count(personId) >= mostStreamsPerPerson) return "person";
    return this.#total >= mostStreams ? "everybody" : null;
  }

  count(personId: string): number {
    return this.#open.get(personId) ?? 0;
  }

  /** The same stream, counted until it ends, fails or is cancelled. Reads ahead of its reader no more than that did. */
  counted<Chunk>(personId: string, stream: ReadableStream<Chunk>): ReadableStream<Chunk> {
    const reader = stream.getReader();
    this.#open.set(personId, this.count(personId) + 1);
    this.#total += 1;
    let isOpen = true;
    const end = () => {
      if (!isOpen) return;
      isOpen = false;
      this.#total -= 1;
      const left = this.count(personId) - 1;
      if (left === 0) this.#open.delete(personId);
      else this.#open.set(personId, left);
    };
    reader.closed.then(end, end);
    return new ReadableStream<Chunk>(
      {
        pull: async (controller) => {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }
}
