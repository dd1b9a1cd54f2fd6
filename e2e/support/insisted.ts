import { isStoreUnavailable } from "#lib/store/engine/store-unavailable.ts";

/** Asks again while the store is away, like a person's browser. */
export async function insisted<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error;
    }
  }
}
