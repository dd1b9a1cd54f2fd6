import type { ServerResponse } from "node:http";
import { whoseWork } from "#lib/store/engine/fair-turns.ts";

/** Answers stay in memory until their clients read them: those of one person have an end (THREATS G7: slow clients). */
export class UnreadAnswers {
  readonly #open = new Map<string | undefined, Set<ServerResponse>>();
  readonly #mostBytes: number;
  readonly #lookEveryMs: number;
  #looking: NodeJS.Timeout | null = null;

  constructor(mostBytes: number, lookEveryMs = 1_000) {
    this.#mostBytes = mostBytes;
    this.#lookEveryMs = lookEveryMs;
  }

  /**
   * Called before an answer is made. Where the same person's clients left too much unread, the largest are cut off, and
   * again where answers that were asked for together have come.
   */
  makeRoomFor(response: ServerResponse): void {
    const whose = whoseWork();
    const open = this.#open.get(whose) ?? new Set();
    this.#cutOff(open);
    this.#open.set(whose, open.add(response));
    this.#looking ??= setInterval(() => this.#look(), this.#lookEveryMs).unref();
    response.once("close", () => {
      open.delete(response);
      if (open.size === 0 && this.#open.get(whose) === open) this.#open.delete(whose);
      if (this.#open.size > 0 || this.#looking === null) return;
      clearInterval(this.#looking);
      this.#looking = null;
    });
  }

  #look(): void {
    for (const open of this.#open.values()) this.#cutOff(open);
  }

  #cutOff(open: Set<ServerResponse>): void {
    let bytes = 0;
    for (const { writableLength } of open) bytes += writableLength;
    if (bytes <= this.#mostBytes) return;
    for (const one of [...open].toSorted((a, b) => b.writableLength - a.writableLength)) {
      if (bytes <= this.#mostBytes) return;
      bytes -= one.writableLength;
      one.destroy();
    }
  }
}
