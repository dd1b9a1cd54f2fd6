import { lookup, type LookupAddress, type LookupAllOptions } from "node:dns";
import { setTimeout as delay } from "node:timers/promises";
import { callbackify, promisify } from "node:util";
import { lookUpApart } from "./look-up-apart.ts";
import type { Resolver } from "./resolver.ts";

/** Nobody waits for longer until the system has looked up another name. */
const patienceMs = 1_000;
let running: Promise<void> | null = null;

/**
 * Looks up a name that the operator let be in a private network, which only the system may know. One at a time: of its
 * two threads one stays free for the models and the store, whatever the name servers of a tool server do.
 */
export const lookUpInTurn: Resolver = callbackify(foundInTurn);

const found = promisify<string, LookupAllOptions, LookupAddress[]>(lookup);

async function foundInTurn(name: string, options: LookupAllOptions): Promise<LookupAddress[]> {
  // The hosts file has it, and no name server does.
  if (name === "localhost") return found(name, options);
  const end = await turn();
  if (end === null) return promisify(lookUpApart)(name, options);
  return found(name, options).finally(end);
}

/** Resolves to what ends the turn; null where it did not come in time. */
async function turn(): Promise<(() => void) | null> {
  const late = new AbortController();
  const patience = delay(patienceMs, false, { signal: late.signal, ref: false }).catch(() => false);
  try {
    while (running !== null) {
      const isFree = await Promise.race([running.then(() => true), patience]);
      if (!isFree) return null;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    running = promise;
    return () => {
      running = null;
      resolve();
    };
  } finally {
    late.abort();
  }
}
