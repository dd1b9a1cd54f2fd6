import { lookup as systemLookup, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import type { buildConnector } from "undici";

/** Stands in for the system's resolver in tests. */
export type Resolver = typeof systemLookup;

/** A connection was to go to an address that nobody here agreed to. Nothing was connected. */
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
  resolver?: Resolver | undefined;
};

/**
 * Connects to nothing but what may be reached (THREATS E9): a name is resolved once, every address it has must do, and
 * the connection goes to exactly what was looked at. However the address came about: written, resolved or redirected to.
 */
export async function checkedConnector({
  mayReach,
  timeoutMs,
  resolver = systemLookup,
}: Options): Promise<buildConnector.connector> {
  const lookup: LookupFunction = (hostname, options, done) => {
    resolver(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first] = found ?? [];
      if (error !== null || first === undefined) return done(error ?? new Error("No address."), "", 0);
      // One private address among public ones is no mistake: it is the trick.
      if (!found.every(({ address }) => mayReach(address))) return done(new PrivateNetwork(), "", 0);
      if (options.all === true) return done(null, found);
      done(null, first.address, first.family);
    });
  };
  // Loaded when it is needed, which most instances never do.
  const { buildConnector: build } = await import("undici");
  const connect = build({ lookup, timeout: timeoutMs });
  return (options, done) => {
    const host = options.hostname.replace(/^\[|\]$/g, "");
    // An address that is written out is not looked up.
    if (isIP(host) !== 0 && !mayReach(host)) return done(new PrivateNetwork(), null);
    connect(options, done);
  };
}

/** Every address that a host has now; the host itself where it is an address. Rejects for a name that has none. */
export function addressesOf(host: string, resolver: Resolver = systemLookup): Promise<string[]> {
  if (isIP(host) !== 0) return Promise.resolve([host]);
  return new Promise((resolve, reject) => {
    resolver(host, { all: true }, (error, found) =>
      error === null && found.length > 0
        ? resolve(found.map(({ address }) => address))
        : reject(error ?? new Error("No address.")),
    );
  });
}
