import { endOf } from "./end-of.ts";

/** How long calls wait for a server's first connection. */
export class FirstUp {
  #end = 0;
  readonly #begun = Promise.withResolvers<void>();
  readonly #wasUp = Promise.withResolvers<void>();

  /** Called when the server starts, which may be long after the instance did. */
  begin(withinMs: number): void {
    this.#end = performance.now() + withinMs;
    this.#begun.resolve();
  }

  /** The server is up, or will never be. */
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
