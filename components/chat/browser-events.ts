import type { AppEvent } from "#lib/chat/chat-summary.ts";
import { AppEvents, type AppSignal } from "./app-events.ts";

/** Waits after the server refused the connection; a dropped one is opened again by the browser itself. */
const reopenAfter = 3_000;

let shared: AppEvents | null = null;

/** Subscribes to the server's events; all subscribers of all tabs share one connection. Returns the way out. */
export function onAppEvent(listener: (signal: AppSignal) => void): () => void {
  shared ??= start();
  return shared.subscribe(listener);
}

function start(): AppEvents {
  const visible = () => document.visibilityState === "visible";
  // Without a lock manager (an address that is not secure) every tab leads for itself.
  const locks = "locks" in navigator ? navigator.locks : soloLocks;
  const channel = new BroadcastChannel("countersign-events");
  const events = new AppEvents({ locks, channel, open: openSource, patience: 1_000 }, visible());
  document.addEventListener("visibilitychange", () => events.setVisible(visible()));
  return events;
}

function openSource(onEvent: (event: AppEvent) => void, onOpen: () => void) {
  let closed = false;
  let source: EventSource;
  const open = () => {
    if (closed) return;
    source = new EventSource("/api/events");
    source.addEventListener("open", onOpen);
    // Our own server sends exactly these events.
    source.addEventListener("message", ({ data }) => onEvent(JSON.parse(data) as AppEvent));
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED) setTimeout(open, reopenAfter);
    });
  };
  open();
  return {
    close: () => {
      closed = true;
      source.close();
    },
  };
}

// Only `request` is ever used.
const soloLocks = { request: (_name: string, _options: LockOptions, grant: () => unknown) => grant() } as LockManager;
