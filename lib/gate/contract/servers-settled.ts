import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Gate } from "./gate.ts";

/**
 * Waits until the server of a call had its chance to come up after the start, and to say what it announced: a call is
 * judged by what its server says now. Rejects when the run was stopped meanwhile.
 */
export async function serverReady({ catalogue }: Gate, call: ToolCallRow, signal: AbortSignal): Promise<void> {
  await catalogue.ready(call.server_id, signal);
  signal.throwIfAborted();
}

/** How long a model waits in all; longer than servers are given, which begin a moment after somebody is there. */
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
