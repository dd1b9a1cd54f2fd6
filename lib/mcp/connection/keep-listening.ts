import { setTimeout as delay } from "node:timers/promises";
import { ProtocolError, ProtocolErrorCode, type Client } from "@modelcontextprotocol/client";

export type ListeningEvents = {
  /** From now on announcements are heard; what was announced before, or while the stream was broken, is not known. */
  opened: (isFirst: boolean) => void;
  /** The stream ended or could not be opened; the server may be down. */
  failed: (error: unknown) => void;
};

const firstDelayMs = 500;
const maxDelayMs = 30_000;
/** A stream that ended sooner counts as one that could not be opened, so that it is not opened in a loop. */
const stableMs = 30_000;

/**
 * Keeps the stream open on which a server of revision 2026-07-28 announces changes of its tools; the SDK does not
 * reopen one that broke. Ends when `signal` aborts or the server knows no such stream.
 */
export async function keepListening(client: Client, events: ListeningEvents, signal: AbortSignal): Promise<void> {
  for (let delayMs = firstDelayMs, isFirst = true; !signal.aborted; isFirst = false) {
    try {
      const subscription = await client.listen({ toolsListChanged: true }, { timeout: 10_000, signal });
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
    // Aborted while waiting: the loop ends by itself.
    await delay(delayMs, undefined, { signal }).catch(() => {});
    delayMs = Math.min(delayMs * 2, maxDelayMs);
  }
}
