import { CutOff } from "./cut-off.ts";

/** More than all tabs of several browsers need. Each stream costs a socket and its unread data. */
export const mostStreamsPerPerson = 64;
/** Of these for programs with the person's keys, so that they never keep the person's own pages out. */
const mostStreamsOfKeys = 48;
/** For all people together: what one process serves in a gigabyte of memory. */
export const mostStreams = 5_000;

/** `keyId`: null for a person's own page. `of`: an answer in a chat, or what a client or an agent asked for. */
type Opener = { keyId: string | null; of: "chat" | "client" };

/** Counts open streams, so that nobody can exhaust the process with them (THREATS G7: slow and endless clients). */
export class OpenStreams {
  /** By person: how each is closed, and who opened it. */
  readonly #open = new Map<string, Map<() => void, Opener>>();
  #total = 0;

  /**
   * Which limit a further stream of this person would exceed; null while there is room. Programs that came at the same
   * moment may have opened more than theirs: that takes no room from pages.
   */
  fullFor(personId: string, by: "page" | "key" = "page"): "person" | "keys" | "everybody" | null {
    const own = [...(this.#open.get(personId)?.values() ?? [])];
    const ofKeys = own.filter(({ keyId }) => keyId !== null).length;
    if (by === "key" && ofKeys >= mostStreamsOfKeys) return "keys";
    const counted = own.length - ofKeys + Math.min(ofKeys, mostStreamsOfKeys);
    if (counted >= mostStreamsPerPerson) return "person";
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

  /** The keys by which streams were opened; with `of`, such streams. */
  keys(of?: Opener["of"]): string[] {
    const all = [...this.#open.values()].flatMap((own) => [...own.values()]);
    const fitting = all.filter((by) => of === undefined || by.of === of).map(({ keyId }) => keyId);
    return [...new Set(fitting)].filter((keyId) => keyId !== null);
  }

  /** Closes every stream that was opened by a key; with `of`, such streams. */
  closeOfKey(keyId: string, of?: Opener["of"]): void {
    const all = [...this.#open.values()].flatMap((own) => [...own]);
    for (const [close, by] of all) if (by.keyId === keyId && (of === undefined || by.of === of)) close();
  }

  /** The same stream, counted until it ends, fails or is cancelled. It does not read ahead more than the original. */
  counted<Chunk>(
    personId: string,
    stream: ReadableStream<Chunk>,
    { keyId = null, of = "client" }: Partial<Opener> = {},
  ): ReadableStream<Chunk> {
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
    this.#open.set(personId, (this.#open.get(personId) ?? new Map<() => void, Opener>()).set(close, { keyId, of }));
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
