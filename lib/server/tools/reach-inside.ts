import { may } from "#lib/people/may.ts";
import type { ServerConfig } from "#lib/mcp/config/config.ts";
import { addressesOf } from "#lib/network/checked-connector.ts";
import type { Resolver } from "#lib/network/resolver.ts";
import { resolvableHost, isPublicAddress } from "#lib/network/public-address.ts";
import { askToConfirm, refused, type Outcome } from "./outcome.ts";
import type { PlannedServer } from "./plan-servers.ts";
import type { Person } from "#lib/server/people/session.ts";

type Asked = { person: Person; confirm: string | undefined; resolver: Resolver | undefined };

/**
 * The addresses in private networks at which a server added here may be reached, because an owner confirmed it and
 * repeated the sentence that names them (THREATS E9). No connection is made before. Anybody but an owner gets the same
 * answer for every name, known or not: no answer tells what is inside.
 */
export async function reachInside(
  server: PlannedServer,
  { person, confirm, resolver }: Asked,
): Promise<{ privately: string[] } | Outcome> {
  const { source, written } = server;
  if (source === "file" || written === null || written.transport.kind === "stdio") return { privately: [] };
  const privately = await privateAddressesOf(written.transport.url, resolver);
  if (privately?.every((address) => server.privately.includes(address)) === true) return { privately };
  if (!may(person.role, "loosen-tools")) return refused("forbidden", onlyOwners);
  if (privately === null) return refused("conflict", "The name of this address cannot be looked up now. Try again.");
  const sentence = sentenceOf(commandOf(written), privately);
  return confirm === sentence ? { privately } : askToConfirm([sentence]);
}

const onlyOwners =
  "Only an owner confirms an address that is in a private network, or whose name is not known at the moment.";

function sentenceOf(address: string, privately: string[]): string {
  return `${address} leads into a private network or to this computer: to ${privately.join(" and ")}. Agree only if you know what listens there.`;
}

/** Null for a name without an address. */
async function privateAddressesOf(url: string, resolver: Resolver | undefined): Promise<string[] | null> {
  try {
    const found = await addressesOf(resolvableHost(new URL(url)), resolver);
    return [...new Set(found.filter((address) => !isPublicAddress(address)))];
  } catch {
    // The name is unknown, or no resolver answers; either way nothing is known of it.
    return null;
  }
}

/** The command or address as written, so that no secret shows. */
export function commandOf({ identity, origin }: ServerConfig): string {
  return typeof identity["url"] === "string" ? addressLine(identity["url"], identity) : origin;
}

/** An address as written, with the older protocol named where it speaks that. */
export function addressLine(url: string, { type }: ServerConfig["identity"]): string {
  return type === "sse" ? `${url} (HTTP+SSE)` : url;
}
