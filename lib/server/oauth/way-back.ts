import { resolvableHost } from "#lib/network/public-address.ts";

/** Where a client's answers go. `host`: of a program with a scheme of its own that scheme, for it may name any host. */
export function wayBack(address: string): { host: string; address: string; isOwnComputer: boolean } {
  const url = new URL(address);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  const isHere = url.protocol === "http:" && ["127.0.0.1", "[::1]", "localhost"].includes(url.hostname);
  return { host: isWeb ? resolvableHost(url) : url.protocol, address, isOwnComputer: !isWeb || isHere };
}
