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
