import type { Signals } from "#lib/store/engine/signals.ts";
import type { SignalBus } from "./signal-bus.ts";

/** What one process of a test that has no engine tells and hears. */
export function signalsOn(bus: SignalBus): Signals {
  const me = {};
  return {
    send: (signal) => bus.post(me, signal),
    sendWith: async (_trx, signal) => bus.post(me, signal),
    listen: (listener) => bus.listen(me, listener),
    isListening: () => !bus.isCut,
  };
}
