import type { FetchLike } from "@modelcontextprotocol/client";
import { publicFetch } from "#lib/network/public-fetch.ts";
import type { Resolver } from "#lib/network/resolver.ts";
import { resolvableHost } from "#lib/network/public-address.ts";
import type { ServerConfig } from "#lib/mcp/config/config.ts";

const limits = { timeoutMs: 10_000, mostBytes: 64 * 1024 };

type WebServer = Extract<ServerConfig["transport"], { kind: "http" }>;

/**
 * Fetches what a sign-in needs: documents and tokens. Their addresses are the server's choice, so they lie on the public
 * internet (THREATS E9); in a private network only on the host of the server itself, as far as that may, and on the host
 * of the authorization server that the entry names. Redirects are not followed.
 */
export function oauthFetch({ url, privately, oauth }: WebServer, resolver?: Resolver, timeoutMs?: number): FetchLike {
  const own = resolvableHost(new URL(url));
  const named = oauth?.issuer == null ? null : resolvableHost(new URL(oauth.issuer));
  const ask = publicFetch({
    ...limits,
    ...(timeoutMs !== undefined && { timeoutMs }),
    resolver,
    within: (target) => (resolvableHost(target) === own || resolvableHost(target) === named ? privately : []),
  });
  return async (target, init) => {
    const { method, headers, body } = init ?? {};
    const text = body instanceof URLSearchParams ? body.toString() : typeof body === "string" ? body : undefined;
    return ask(String(target), { method, headers: Object.fromEntries(new Headers(headers)), body: text });
  };
}
