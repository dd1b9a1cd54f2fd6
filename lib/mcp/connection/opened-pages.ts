import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@modelcontextprotocol/client";
import type { Manners } from "./manners.ts";

type Done = { params: { elicitationId: string } };
type Waiting = { personId: string; ids: Set<string>; told: PromiseWithResolvers<void>; hasWaited: boolean };

/** Calls, and pages of one call, that are kept at most; more never wait at the same time. The oldest are forgotten. */
const mostCalls = 200;
const mostIds = 100;

/**
 * Pages that a server sent people to before their calls could begin (error -32042 of 2025-11-25), until it says that
 * they are done there. What it says of any other page counts for nothing, and of one page once.
 */
export class OpenedPages {
  readonly #calls = new Map<string, Waiting>();
  readonly #manners: Pick<Manners, "tellsOfPages">;

  constructor(manners: Pick<Manners, "tellsOfPages">) {
    this.#manners = manners;
  }

  /** The call did not begin because of pages with these ids of the server. Some servers name a page anew each time. */
  await({ callId, personId }: { callId: string; personId: string }, ids: readonly string[]): void {
    const former = this.#calls.get(callId);
    const all = [...(former?.ids ?? []), ...ids].slice(-mostIds);
    const fresh = { personId, told: Promise.withResolvers<void>(), hasWaited: false };
    this.#calls.set(callId, { ...(former ?? fresh), ids: new Set(all) });
    const [oldest] = this.#calls.keys();
    if (this.#calls.size > mostCalls && oldest !== undefined) this.#calls.delete(oldest);
  }

  /** Whether the server was heard to say that a page is done. */
  get areTold(): boolean {
    return this.#manners.tellsOfPages;
  }

  /** Listens to the server on one connection; `to`: the person of the connection, null where everybody shares it. */
  hear(client: Pick<Client, "getProtocolEra">, to: string | null): (said: Done) => void {
    return ({ params }) => {
      // The newer protocol has no such message: there a call that is sent again tells.
      if (client.getProtocolEra() !== "modern") this.#done(params.elicitationId, to);
    };
  }

  #done(id: string, to: string | null): void {
    const waiting = [...this.#calls.values()].filter(
      ({ ids, personId }) => ids.has(id) && (to === null || to === personId),
    );
    for (const { ids, told } of waiting) {
      ids.delete(id);
      told.resolve();
    }
    if (waiting.length > 0) this.#manners.tellsOfPages = true;
  }

  /** Whether a call has already waited for its server to say that a page is done. */
  hasWaited(callId: string): boolean {
    return this.#calls.get(callId)?.hasWaited === true;
  }

  /** Whether the server says within a time that a page of this call is done. */
  async told(callId: string, { ms, signal }: { ms: number; signal: AbortSignal }): Promise<boolean> {
    const waiting = this.#calls.get(callId);
    if (waiting === undefined) return false;
    waiting.hasWaited = true;
    const over = new AbortController();
    const late = delay(ms, false, { signal: AbortSignal.any([signal, over.signal]) }).catch(() => false);
    const isTold = await Promise.race([waiting.told.promise.then(() => true), late]);
    over.abort();
    if (isTold) waiting.told = Promise.withResolvers();
    return isTold;
  }
}
