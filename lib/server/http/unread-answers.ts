import type { ServerResponse } from "node:http";
import { whoseWork } from "#lib/store/engine/fair-turns.ts";

/** Answers stay in memory until their clients read them: those of one person have an end (THREATS G7: slow clients). */
export class UnreadAnswers {
  readonly #open = new Map<string | undefined, Set<ServerResponse>>();
  readonly #mostBytes: number;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Called before an answer is made. Where the same person's clients left too much unread, the largest are cut off. */
  makeRoomFor(response: ServerResponse): void {
    const whose = whoseWork();
    const open = this.#open.get(whose) ?? new Set();
    let bytes = 0;
    for (const { writableLength } of open) bytes += writableLength;
    if (bytes > this.#mostBytes) {
      for (const one of [...open].toSorted((a, b) => b.writableLength - a.writableLength)) {
        if (bytes <= this.#mostBytes) break;
        bytes -= one.writableLength;
        one.destroy();
      }
    }
    this.#open.set(whose, open.add(response));
    response.once("close", () => {
      open.delete(response);
      if (open.size === 0 && this.#open.get(whose) === open) this.#open.delete(whose);
    });
  }
}
