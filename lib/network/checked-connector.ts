import { isIP, type LookupFunction } from "node:net";
import type { buildConnector } from "undici";
import { fewAddresses } from "./few-addresses.ts";
import { lookUpInTurn } from "./look-up-in-turn.ts";
import type { Resolver } from "./resolver.ts";

/** The connection would go to an address that nobody here confirmed. No connection was made. */
export class PrivateNetwork extends Error {
  override name = "PrivateNetwork";
  readonly code = "EPRIVATE";

  constructor() {
    super("This name leads into a private network.");
  }
}

type Options = {
  /** Whether connections may go to this address. */
  mayReach: (address: string) => boolean;
  timeoutMs: number;
  resolver: Resolver;
};

/**
 * Connects only to allowed addresses (THREATS E9: private networks), whether written, resolved or redirected to. A name
 * is resolved once, all its addresses must be allowed, and the connection goes to exactly a checked one.
 */
export async function checkedConnector({ mayReach, timeoutMs, resolver }: Options): Promise<buildConnector.connector> {
  const lookup: LookupFunction = (hostname, options, done) => {
    resolver(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error !== null || first === undefined) return done(error ?? new Error("No address."), "", 0);
      // A private address among public ones is no mistake but an attack.
      if (!found.every(({ address }) => mayReach(address))) return done(new PrivateNetwork(), "", 0);
      if (options.all === true) return done(null, fewAddresses(found));
      done(null, first.address, first.family);
    });
  };
  // Loaded on demand; most instances never need it.
  const { buildConnector: build } = await import("undici");
  const connect = build({ lookup, timeout: timeoutMs });
  return (options, done) => {
    const host = options.hostname.replace(/^\[|\]$/g, "");
    // A literal IP address is not looked up.
    if (isIP(host) !== 0 && !mayReach(host)) return done(new PrivateNetwork(), null);
    connect(options, done);
  };
}

/** All present addresses of a host; the host itself where it is an address. Rejects for a name without any. */
export function addressesOf(host: string, resolver: Resolver = lookUpInTurn): Promise<string[]> {
  if (isIP(host) !== 0) return Promise.resolve([host]);
  return new Promise((resolve, reject) => {
    resolver(host, { all: true }, (error, found) =>
      error === null && found.length > 0
        ? resolve(found.map(({ address }) => address))
        : reject(error ?? new Error("No address.")),
    );
  });
}
