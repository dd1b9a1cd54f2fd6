import type { Resolver } from "#lib/network/resolver.ts";
import type { ServerConfig } from "#lib/mcp/config/config.ts";
import { oauthFetch } from "./oauth-fetch.ts";
import type { SignIns } from "./sign-ins.ts";
import { TokenSource } from "./token-source.ts";

type For = {
  signIns: SignIns | undefined;
  /** Whose calls the connection carries; null where it lists tools, and carries calls of everybody. */
  personId: string | null;
  needed: () => void;
  resolver?: Resolver | undefined;
};

/** What gives a connection its tokens; null where nobody signs in to the server. */
export function tokensFor({ id: serverId, transport }: ServerConfig, of: For): TokenSource | null {
  const { signIns, personId, needed, resolver } = of;
  if (transport.kind === "stdio" || transport.oauth === undefined || signIns === undefined) return null;
  const isPersonal = transport.oauth.who === "person";
  const owner = !isPersonal ? { personId: null } : personId === null ? ("lists" as const) : { personId };
  const fetchFn = oauthFetch(transport, resolver);
  return new TokenSource({ serverId, server: transport, owner, signIns, fetchFn, needed });
}
