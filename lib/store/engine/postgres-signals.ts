import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Signal, Signals } from "./signals.ts";
import { SignalsConnection } from "./signals-connection.ts";

type Options = {
  /** postgres://… ; not through a pooler in transaction mode, which cannot LISTEN. */
  url: string;
  log: { warn: (event: string, detail: Record<string, unknown>) => void };
};

/** One per database; every process on it listens. */
const channel = "countersign";
/** Every NOTIFY makes all commits wait for a moment, so signals that come close together are sent together. */
const togetherMs = 4;
/** PostgreSQL limits payloads to less than 8,000 bytes; ours are ASCII, with everything else escaped. */
const mostBytes = 7_900;
/** Upper bound of the signals that are kept while there is no connection; whoever misses one reads the rows. */
const mostWaiting = 1_000;

type Payload = { from: string; signals: Signal[] };

/** Signals over LISTEN and NOTIFY. Connects at once and again whenever the connection is lost; never rejects. */
export function postgresSignals({ url, log }: Options): Signals & { close: () => Promise<void> } {
  const from = randomUUID();
  const listeners = new Set<(signal: Signal) => void>();
  const waiting = new Map<string, Signal>();
  let timer: NodeJS.Timeout | null = null;
  let sending: Promise<void> = Promise.resolve();

  const connection = new SignalsConnection({
    url,
    channel,
    onNotification: hear,
    onConnected: () => flushSoon(),
    onLost: (error) => log.warn("signals.connection-lost", { error }),
  });

  function hear(payload: string): void {
    const said = parse(payload);
    if (said === null) return log.warn("signals.not-understood", { payload });
    if (said.from === from) return;
    for (const signal of said.signals) for (const listener of listeners) tell(listener, signal);
  }

  function tell(listener: (signal: Signal) => void, signal: Signal): void {
    try {
      listener(signal);
    } catch (error) {
      log.warn("signals.listener-failed", { type: signal.type, error });
    }
  }

  function flushSoon(): void {
    if (waiting.size === 0 || !connection.isConnected) return;
    timer ??= setTimeout(() => {
      timer = null;
      sending = flush();
    }, togetherMs);
  }

  async function flush(): Promise<void> {
    if (!connection.isConnected) return;
    const payloads = payloadsOf(from, [...waiting.values()]);
    waiting.clear();
    try {
      await connection.query("select pg_notify($1, payload) from unnest($2::text[]) as payload", [channel, payloads]);
    } catch (error) {
      log.warn("signals.not-sent", { error });
    }
  }

  return {
    send: (signal) => {
      if (waiting.size >= mostWaiting) return;
      const key = keyOf(signal);
      // Moves it to the end of the queue: its content is that new.
      waiting.delete(key);
      waiting.set(key, signal);
      flushSoon();
    },
    sendWith: async (trx, signal) => {
      const [payload] = payloadsOf(from, [signal]);
      if (payload === undefined) return;
      await sql`select pg_notify(${channel}, ${payload})`.execute(trx);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isListening: () => connection.isConnected,
    close: async () => {
      if (timer !== null) clearTimeout(timer);
      await sending;
      await flush();
      connection.close();
    },
  };
}

/** Of signals under one key only the latest counts. */
function keyOf(signal: Signal): string {
  return signal.type === "chat" ? `chat ${signal.chatId}` : JSON.stringify(signal);
}

/** The fewest payloads that hold all signals. Leaves out a signal that fits no payload. */
function payloadsOf(from: string, signals: Signal[]): string[] {
  const payloads: string[] = [];
  let together: Signal[] = [];
  for (const signal of signals) {
    if (payloadOf({ from, signals: [signal] }).length > mostBytes) continue;
    if (payloadOf({ from, signals: [...together, signal] }).length > mostBytes) {
      payloads.push(payloadOf({ from, signals: together }));
      together = [];
    }
    together.push(signal);
  }
  if (together.length > 0) payloads.push(payloadOf({ from, signals: together }));
  return payloads;
}

/** In ASCII, so that its length is its size in bytes. */
function payloadOf(payload: Payload): string {
  return JSON.stringify(payload).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * Null for a payload that is not ours. A later release may send signals that this one does not know; nobody listens for
 * those.
 */
function parse(payload: string): Payload | null {
  try {
    const value = JSON.parse(payload) as Partial<Payload> | null;
    if (typeof value?.from !== "string" || !Array.isArray(value.signals)) return null;
    // This same code wrote it, in another process.
    return { from: value.from, signals: value.signals };
  } catch {
    return null;
  }
}
