import type { AppEvent } from "#lib/chat/chat-summary.ts";
import { readEvents } from "./read-events.ts";
import { wait } from "./try-again.ts";

const firstPause = 250;
const longestPause = 5_000;

/**
 * The connection, made again whenever it is lost. Read by hand: an EventSource would send no proof of its page, wait for
 * seconds, and never notice a dead connection.
 */
export function openEvents(onEvent: (event: AppEvent) => void, onOpen: () => void, onLost: () => void) {
  const closing = new AbortController();
  const { signal } = closing;
  let failures = 0;

  async function listen(): Promise<void> {
    const response = await fetch("/api/events", { cache: "no-store", signal });
    if (!response.ok || response.body === null) return;
    onOpen();
    // Our own server sends exactly these events, and now and then an empty one to say that it is alive.
    for await (const event of readEvents<AppEvent | { type?: never }>(response.body)) {
      failures = 0;
      if (event.type !== undefined) onEvent(event);
    }
  }

  async function keepListening(): Promise<void> {
    while (!signal.aborted) {
      // Why it ended does not matter: it is made again.
      await listen().catch(() => undefined);
      if (signal.aborted) return;
      onLost();
      await wait(Math.min(longestPause, firstPause * 2 ** failures++));
    }
  }

  void keepListening();
  return { close: () => closing.abort() };
}
