import {
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  extractWWWAuthenticateParams,
  resourceUrlFromServerUrl,
  LATEST_PROTOCOL_VERSION,
  type AuthorizationServerMetadata,
  type FetchLike,
} from "@modelcontextprotocol/client";
import type { ServerConfig } from "#lib/mcp/config/config.ts";
import { linkTarget } from "#lib/elicitation/link-target.ts";
import { signInRefused, SignInRefused } from "./sign-in-refused.ts";
import { shownScope } from "#lib/mcp/config/sign-in-needed.ts";

type WebServer = Extract<ServerConfig["transport"], { kind: "http" }>;

/** The authorization server of a server, and what is asked of it. */
export type Found = {
  issuer: string;
  metadata: AuthorizationServerMetadata;
  resource: string | null;
  /** What the server wants to be allowed. */
  scope: string | null;
};

/** Finds where to sign in to a server (RFC 9728, RFC 8414). Rejects with `SignInRefused`. */
export async function findIssuer({ url, headers, oauth }: WebServer, fetchFn: FetchLike): Promise<Found> {
  const challenge = await challengeOf({ url, headers }, fetchFn);
  const said = await discoverOAuthProtectedResourceMetadata(
    url,
    { ...(challenge.resourceMetadataUrl && { resourceMetadataUrl: challenge.resourceMetadataUrl }) },
    fetchFn,
  ).catch(() => null);
  if (said !== null && !checkResourceAllowed({ requestedResource: url, configuredResource: said.resource }))
    throw new SignInRefused("What the server says of its sign-in is about another server.");
  const named = said?.authorization_servers ?? [];
  const issuer = oauth?.issuer ?? named[0] ?? new URL("/", url).href;
  if (named.length > 0 && !named.some((one) => isSame(one, issuer)))
    throw new SignInRefused(`The server names another authorization server than ${issuer}.`);
  const metadata = await discoverAuthorizationServerMetadata(issuer, { fetchFn }).catch((error: unknown) => {
    throw signInRefused("What the authorization server says of itself cannot be used", error);
  });
  if (metadata === undefined) throw new SignInRefused("The server does not say where people sign in to it.");
  checkMetadata(metadata);
  const scope = shownScope(challenge.scope) ?? oauth?.scope ?? shownScope(said?.scopes_supported?.join(" "));
  const resource = said?.resource ?? unsaidResource(url, metadata, oauth?.issuer ?? null);
  return { issuer: metadata.issuer, metadata, resource, scope };
}

/**
 * What a token is asked for where the server does not say what it is (RFC 9728). Servers of older revisions that are
 * their own authorization server often know no resources. Whoever sends people to sign in elsewhere gets no token that
 * counts elsewhere, too, unless the owner named the place.
 */
function unsaidResource(
  url: string,
  { authorization_endpoint: page }: AuthorizationServerMetadata,
  named: string | null,
): string | null {
  const isElsewhere = new URL(page).origin !== new URL(url).origin;
  return isElsewhere && named === null ? resourceUrlFromServerUrl(url).href : null;
}

/** With OpenID some end with a slash, and their issuer does not. */
function isSame(one: string, other: string): boolean {
  return one.replace(/\/$/, "") === other.replace(/\/$/, "");
}

function checkMetadata({
  authorization_endpoint: page,
  code_challenge_methods_supported: methods,
  token_endpoint,
}: AuthorizationServerMetadata): void {
  if (methods?.includes("S256") !== true)
    throw new SignInRefused("The authorization server does not protect codes on their way (PKCE with S256).");
  const target = linkTarget(page);
  if ("refused" in target) throw new SignInRefused("The page of the authorization server cannot be opened from here.");
  if ("refused" in linkTarget(token_endpoint))
    throw new SignInRefused("The authorization server gives its tokens out at an address that is not safe.");
}

/** What a server answers to somebody who is not signed in. Some let everybody say hello, and refuse what comes then. */
async function challengeOf({ url, headers }: Pick<WebServer, "url" | "headers">, fetchFn: FetchLike) {
  const clientInfo = { name: "countersign", version: "0.1.0" };
  const modern = "2026-07-28";
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": modern,
    "io.modelcontextprotocol/clientInfo": clientInfo,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const asked = [
    {
      method: "initialize",
      params: { protocolVersion: LATEST_PROTOCOL_VERSION, capabilities: {}, clientInfo },
      more: {},
    },
    { method: "tools/list", params: { _meta }, more: { "mcp-protocol-version": modern, "mcp-method": "tools/list" } },
  ];
  for (const { method, params, more } of asked) {
    const response = await fetchFn(url, {
      method: "POST",
      headers: {
        ...headers,
        ...more,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 0, method, params }),
    }).catch((error: unknown) => {
      throw signInRefused("The server cannot be reached", error);
    });
    if (response.status === 401 || response.status === 403) return extractWWWAuthenticateParams(response);
  }
  return {};
}
