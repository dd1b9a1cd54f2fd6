import { endOf } from "./end-of.ts";

/** How long calls wait for a server that was not up since it was started. */
export class FirstUp {
  #end = 0;
  readonly #begun = Promise.withResolvers<void>();
  readonly #wasUp = Promise.withResolvers<void>();

  /** It is started: an instance may have stood there for long before that. */
  begin(withinMs: number): void {
    this.#end = performance.now() + withinMs;
    this.#begun.resolve();
  }

  /** It is up, or will never be. */
  settle(): void {
    this.#begun.resolve();
    this.#wasUp.resolve();
  }

  async wait(signal: AbortSignal): Promise<void> {
    await endOf(this.#begun.promise, signal);
    const leftMs = Math.ceil(this.#end - performance.now());
    if (leftMs > 0) await endOf(this.#wasUp.promise, AbortSignal.any([signal, AbortSignal.timeout(leftMs)]));
  }
}
