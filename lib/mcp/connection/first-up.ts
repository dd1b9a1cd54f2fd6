import { endOf } from "./end-of.ts";

/** How long calls wait for a server that was not up since it was started. */
export class FirstUp {
  readonly #end: number;
  readonly #wasUp = Promise.withResolvers<void>();

  constructor(withinMs: number) {
    this.#end = performance.now() + withinMs;
  }

  /** It is up, or will never be. */
  settle(): void {
    this.#wasUp.resolve();
  }

  async wait(signal: AbortSignal): Promise<void> {
    const leftMs = Math.ceil(this.#end - performance.now());
    if (leftMs > 0) await endOf(this.#wasUp.promise, AbortSignal.any([signal, AbortSignal.timeout(leftMs)]));
  }
}
