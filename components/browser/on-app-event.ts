import { AppEvents, type AppSignal } from "./app-events.ts";
import { openEvents } from "./open-events.ts";

let shared: AppEvents | null = null;

/**
 * Subscribes to the server's events; all subscribers of all tabs share one connection. Returns the function that ends
 * it.
 */
export function onAppEvent(listener: (signal: AppSignal) => void): () => void {
  shared ??= start();
  return shared.subscribe(listener);
}

function start(): AppEvents {
  const visible = () => document.visibilityState === "visible";
  // Without a lock manager (an address that is not secure) every tab leads for itself.
  const locks = "locks" in navigator ? navigator.locks : soloLocks;
  const channel = new BroadcastChannel("countersign-events");
  const events = new AppEvents({ locks, channel, open: openEvents, patience: 1_000 }, visible());
  document.addEventListener("visibilitychange", () => events.setVisible(visible()));
  return events;
}

// Only `request` is ever used.
const soloLocks = { request: (_name: string, _options: LockOptions, grant: () => unknown) => grant() } as LockManager;
