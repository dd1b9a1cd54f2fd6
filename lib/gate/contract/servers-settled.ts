import type { Gate } from "./gate.ts";

/** How long a model waits in all: longer than servers are given, which start a moment after the app is claimed. */
const mostMs = 15_000;

/** Waits until every server had its chance to come up after the start; rejects as soon as `signal` aborts. */
export async function serversSettled({ catalogue }: Gate, signal: AbortSignal): Promise<void> {
  const { promise: over, resolve, reject } = Promise.withResolvers<void>();
  const stop = () => reject(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener("abort", stop, { once: true });
  const late = setTimeout(resolve, mostMs);
  try {
    await Promise.race([catalogue.settled(), over]);
  } finally {
    clearTimeout(late);
    signal.removeEventListener("abort", stop);
  }
}
