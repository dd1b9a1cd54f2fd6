import type { Gate } from "./gate.ts";

/** Waits until every server had its chance to come up after the start; rejects as soon as `signal` aborts. */
export async function serversSettled({ catalogue }: Gate, signal: AbortSignal): Promise<void> {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener("abort", stop, { once: true });
  try {
    await Promise.race([catalogue.settled(), stopped]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
