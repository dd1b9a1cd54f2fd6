import { BlockList, isIP } from "node:net";

/** All IPv4 ranges outside of the public internet. */
const reserved = new BlockList();
for (const range of [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  // Azure's host answers its machines here, with keys among the answers.
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
]) {
  reserved.addSubnet(networkOf(range), bitsOf(range), "ipv4");
}

/** In IPv6 only global unicast is public, without documentation and tunnels: those may end anywhere. */
const global = new BlockList();
global.addSubnet("2000::", 3, "ipv6");
const tunnels = new BlockList();
for (const range of ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]) {
  tunnels.addSubnet(networkOf(range), bitsOf(range), "ipv6");
}

/** Whether an address, as a resolver returns it, is on the public internet (THREATS E9: private networks). */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !reserved.check(address, "ipv4");
  if (family === 6) return global.check(address, "ipv6") && !tunnels.check(address, "ipv6");
  return false;
}

/**
 * Why nothing is ever sent to this address, or null. `mayBePrivate`: the owner allows messages to their own network.
 * Each message resolves and checks a name again.
 */
export function problemOfTarget(
  address: string,
  { mayBePrivate, mayBePlain = mayBePrivate }: { mayBePrivate: boolean; mayBePlain?: boolean },
): string | null {
  const url = URL.parse(address);
  if (url === null) return "This is not a web address.";
  if (url.username !== "" || url.password !== "") return "The address must not hold a name or a password.";
  if (mayBePlain && !/^https?:$/.test(url.protocol)) return "The address must begin with https:// or http://.";
  if (!mayBePlain && url.protocol !== "https:") return "The address must begin with https://.";
  if (mayBePrivate) return null;
  const host = resolvableHost(url);
  const isLocal = host === "localhost" || host.endsWith(".localhost");
  if (isLocal || (isIP(host) !== 0 && !isPublicAddress(host))) return "The address is inside of a private network.";
  return null;
}

/** The host as it is looked up: without the brackets of IPv6, and without the final dot of a full name. */
export function resolvableHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

function networkOf(range: string): string {
  return range.slice(0, range.indexOf("/"));
}

function bitsOf(range: string): number {
  return Number(range.slice(range.indexOf("/") + 1));
}
