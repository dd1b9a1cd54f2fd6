import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@modelcontextprotocol/client";
import type { Connection } from "#lib/mcp/connection/connection.ts";
import { keepListening } from "#lib/mcp/connection/keep-listening.ts";

/** When each watched address was last said to have changed (Unix ms), null: never yet. The longest not asked for comes first. */
type Watch = { changedAt: Map<string, number | null>; listening: AbortController | null; isOpening: boolean };

/** More than people have before their eyes; what was not asked for longest is forgotten. */
const mostWatched = 50;
const askMs = 10_000;
/** Addresses that come together are told to the server together. */
const gatherMs = 100;
const nothing = { opened: () => {}, failed: () => {} };

/** Resources whose servers were asked to say when they change, by the connection on which they say it. */
export class WatchedResources {
  readonly #watches = new WeakMap<Client, Watch>();

  /** Watches an address from now on. Resolves to when it was last said to have changed; null: not since it is watched. */
  async watch(connection: Connection, uri: string, mayAsk: () => Promise<boolean>): Promise<number | null> {
    const { client } = connection;
    if (client.getServerCapabilities()?.resources?.subscribe !== true) return null;
    const watch = this.#watches.get(client) ?? { changedAt: new Map(), listening: null, isOpening: false };
    this.#watches.set(client, watch);
    if (!watch.changedAt.has(uri) && !(await mayAsk())) return null;
    const known = watch.changedAt.get(uri);
    watch.changedAt.delete(uri);
    watch.changedAt.set(uri, known ?? null);
    if (known !== undefined) return known;
    const [oldest] = watch.changedAt.keys();
    const forgotten = watch.changedAt.size > mostWatched && oldest !== undefined ? oldest : null;
    if (forgotten !== null) watch.changedAt.delete(forgotten);
    if (client.getProtocolEra() === "modern") {
      void this.#listen(connection, watch);
      return null;
    }
    const how = { timeout: askMs, signal: connection.closing };
    if (forgotten !== null) void client.unsubscribeResource({ uri: forgotten }, how).catch(() => {});
    // A server that refuses is asked again when the address is.
    await client.subscribeResource({ uri }, how).catch(() => watch.changedAt.delete(uri));
    return null;
  }

  /** Whether the address is watched on this connection. */
  heard(client: Client, uri: string): boolean {
    const watch = this.#watches.get(client);
    if (watch?.changedAt.has(uri) !== true) return false;
    watch.changedAt.set(uri, Date.now());
    return true;
  }

  /** One stream for all of them (2026-07-28), opened again when others are wanted. */
  async #listen({ client, closing }: Connection, watch: Watch): Promise<void> {
    if (watch.isOpening) return;
    watch.isOpening = true;
    await delay(gatherMs, undefined, { ref: false });
    watch.isOpening = false;
    watch.listening?.abort();
    watch.listening = new AbortController();
    const signal = AbortSignal.any([closing, watch.listening.signal]);
    await keepListening(client, { resourceSubscriptions: [...watch.changedAt.keys()] }, nothing, signal);
  }
}
