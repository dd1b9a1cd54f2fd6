import type { AppEvent } from "#lib/chat/chat-summary.ts";
import { AppEvents, type AppSignal } from "./app-events.ts";

const firstPause = 250;
const longestPause = 5_000;
/** Three times as long as our server is ever silent: then the connection is dead, though nothing has said so. */
const silentFor = 45_000;

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

/** The connection, made again whenever it is lost. The browser would wait for seconds, and never notice a dead one. */
function openSource(onEvent: (event: AppEvent) => void, onOpen: () => void, onLost: () => void) {
  let source: EventSource;
  let failures = 0;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(lost, silentFor);
  };
  const open = () => {
    source = new EventSource("/api/events");
    source.addEventListener("open", () => {
      heard();
      onOpen();
    });
    source.addEventListener("alive", () => {
      failures = 0;
      heard();
    });
    source.addEventListener("message", ({ data }) => {
      heard();
      // Our own server sends exactly these events.
      onEvent(JSON.parse(data) as AppEvent);
    });
    source.addEventListener("error", lost);
  };
  const lost = () => {
    clearTimeout(silence);
    source.close();
    onLost();
    retry = setTimeout(open, Math.min(longestPause, firstPause * 2 ** failures++));
  };
  open();
  return {
    close: () => {
      clearTimeout(silence);
      clearTimeout(retry);
      source.close();
    },
  };
}

// Only `request` is ever used.
const soloLocks = { request: (_name: string, _options: LockOptions, grant: () => unknown) => grant() } as LockManager;
