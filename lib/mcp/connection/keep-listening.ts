import { setTimeout as delay } from "node:timers/promises";
import { ProtocolError, ProtocolErrorCode, type Client } from "@modelcontextprotocol/client";

export type ListeningEvents = {
  /** From now on announcements arrive; those from before, or while the stream was broken, may be lost. */
  opened: (isFirst: boolean) => void;
  /** The stream ended or could not be opened; the server may be down. */
  failed: (error: unknown) => void;
};

const firstDelayMs = 500;
const maxDelayMs = 30_000;
/** A stream that ended sooner counts as a failure, so that it is not reopened in a loop. */
const stableMs = 30_000;

/**
 * Keeps open the stream on which a server of revision 2026-07-28 announces changes of what it offers; the SDK does not
 * reopen it. Ends when `signal` aborts or the server has no such stream.
 */
export async function keepListening(
  client: Client,
  to: Parameters<Client["listen"]>[0],
  events: ListeningEvents,
  signal: AbortSignal,
): Promise<void> {
  for (let delayMs = firstDelayMs, isFirst = true; !signal.aborted; isFirst = false) {
    try {
      const subscription = await client.listen(to, { timeout: 10_000, signal });
      events.opened(isFirst);
      const openSince = performance.now();
      await subscription.closed;
      if (performance.now() - openSince > stableMs) delayMs = firstDelayMs;
      if (!signal.aborted) events.failed(new Error("The stream of announcements ended."));
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ProtocolError && error.code === ProtocolErrorCode.MethodNotFound) return;
      events.failed(error);
    }
    // Aborted during the pause: the loop ends by itself.
    await delay(delayMs, undefined, { signal }).catch(() => {});
    delayMs = Math.min(delayMs * 2, maxDelayMs);
  }
}
