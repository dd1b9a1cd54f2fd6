import { CutOff } from "./cut-off.ts";

/** More than all tabs of several browsers need. Each stream costs a socket and its unread data. */
export const mostStreamsPerPerson = 64;
/** For all people together: what one process serves in a gigabyte of memory. */
export const mostStreams = 5_000;

/** Counts open streams, so that nobody can exhaust the process with them (THREATS G7: slow and endless clients). */
export class OpenStreams {
  /** By person: how each is closed, and the key by which it was opened. */
  readonly #open = new Map<string, Map<() => void, string | null>>();
  #total = 0;

  /** Which limit a further stream of this person would exceed; null while there is room. */
  fullFor(personId: string): "person" | "everybody" | null {
    if (this.count(personId) >= mostStreamsPerPerson) return "person";
    return this.#total >= mostStreams ? "everybody" : null;
  }

  count(personId: string): number {
    return this.#open.get(personId)?.size ?? 0;
  }

  get people(): string[] {
    return [...this.#open.keys()];
  }

  /** Closes every stream of a person, as if the connection had broken (THREATS B11: lost rights count at once). */
  close(personId: string): void {
    for (const close of this.#open.get(personId)?.keys() ?? []) close();
  }

  /** The keys by which streams were opened. */
  get keys(): string[] {
    const all = [...this.#open.values()].flatMap((own) => [...own.values()]);
    return [...new Set(all)].filter((keyId) => keyId !== null);
  }

  /** Closes every stream that was opened by a key. */
  closeOfKey(keyId: string): void {
    const all = [...this.#open.values()].flatMap((own) => [...own]);
    for (const [close, by] of all) if (by === keyId) close();
  }

  /** The same stream, counted until it ends, fails or is cancelled. It does not read ahead more than the original. */
  counted<Chunk>(personId: string, stream: ReadableStream<Chunk>, keyId: string | null = null): ReadableStream<Chunk> {
    const reader = stream.getReader();
    let isOpen = true;
    let isCut = false;
    let cutOff = () => {};
    const end = () => {
      if (!isOpen) return;
      isOpen = false;
      this.#total -= 1;
      const left = this.#open.get(personId);
      left?.delete(close);
      if (left?.size === 0) this.#open.delete(personId);
    };
    const close = () => {
      end();
      isCut = true;
      cutOff();
      // The source stops; nobody is left to report an error to.
      reader.cancel().catch(() => {});
    };
    this.#open.set(personId, (this.#open.get(personId) ?? new Map<() => void, string | null>()).set(close, keyId));
    this.#total += 1;
    reader.closed.then(end, end);
    return new ReadableStream<Chunk>(
      {
        start: (controller) => {
          cutOff = () => controller.error(new CutOff("The access of this person has changed."));
        },
        pull: async (controller) => {
          const { done, value } = await reader.read();
          if (isCut) return;
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }
}
