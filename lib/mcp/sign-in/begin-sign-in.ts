import { createHash } from "node:crypto";
import { startAuthorization, type AuthorizationServerMetadata, type FetchLike } from "@modelcontextprotocol/client";
import type { ServerConfig } from "#lib/mcp/config/config.ts";
import type { OauthSettings } from "#lib/mcp/config/oauth-settings.ts";
import { linkTarget } from "#lib/elicitation/link-target.ts";
import { clientFor, returnedTo, type MadeClient, type ClientIdentity } from "./client-for.ts";
import { findIssuer } from "./find-issuer.ts";
import { joinedScopes } from "#lib/mcp/config/sign-in-needed.ts";
import { signInRefused, SignInRefused } from "./sign-in-refused.ts";
import type { SignInPlace } from "./sign-ins.ts";

type WebServer = Extract<ServerConfig["transport"], { kind: "http" }>;

/** A sign-in that somebody began, until their browser comes back. Its verifier is a secret. */
export type Attempt = SignInPlace & {
  verifier: string;
  redirectUri: string;
  scope: string | null;
};

type Begun = {
  /** The page to open, as the browser would. */
  page: string;
  attempt: Attempt;
  /** A client that can be used again; null where none was made. */
  made: MadeClient | null;
};

type How = {
  self: ClientIdentity;
  made: MadeClient | null;
  /** A secret of this attempt, which the browser brings back. */
  state: string;
  /** What is allowed already, and what a call wants besides. */
  scopes: (string | null)[];
};

/** Prepares a sign-in: finds the authorization server, becomes its client, and makes the address to open. */
export async function beginSignIn(server: WebServer, how: How, fetchFn: FetchLike): Promise<Begun> {
  const { oauth: settings } = server;
  if (settings === undefined || settings.isMachine) throw new SignInRefused("Nobody signs in to this server.");
  const { issuer, metadata, resource, scope: asked } = await findIssuer(server, fetchFn);
  const wanted = joinedScopes(asked, ...how.scopes);
  const goesOn = wanted !== null && metadata.scopes_supported?.includes("offline_access") === true;
  const scope = goesOn ? joinedScopes(wanted, "offline_access") : wanted;
  const self = { ...how.self, redirectUri: returnAddress(how.self.redirectUri, { metadata, settings }) };
  const client = await clientFor({ metadata, settings, scope, self, made: how.made }, fetchFn);
  const { authorizationUrl, codeVerifier: verifier } = await startAuthorization(issuer, {
    metadata,
    clientInformation: client,
    redirectUrl: self.redirectUri,
    state: how.state,
    ...(scope !== null && { scope }),
    ...(resource !== null && { resource }),
  }).catch((error: unknown) => {
    throw signInRefused("The authorization server does not let people sign in by a page", error);
  });
  const target = linkTarget(authorizationUrl.href);
  if ("refused" in target) throw new SignInRefused(target.refused);
  const { redirectUri } = self;
  const isMade = settings.clientId === null && client.client_id !== self.documentAt;
  return {
    page: target.url,
    attempt: { v: 1, address: server.url, issuer, metadata, client, resource, verifier, redirectUri, scope },
    made: isMade ? { issuer, redirectUri, client } : null,
  };
}

/**
 * Where the authorization server sends the browser back: each that does not name itself in its answers (RFC 9207) has an
 * address of its own, so that no other one's answer is taken for its (RFC 9700, 4.4.2). A client that was made by hand
 * has the one that its maker wrote down.
 */
function returnAddress(
  redirectUri: string,
  { metadata, settings }: { metadata: AuthorizationServerMetadata; settings: OauthSettings },
): string {
  if (settings.clientId !== null || metadata.authorization_response_iss_parameter_supported === true)
    return redirectUri;
  const to = new URL(redirectUri);
  to.searchParams.set(returnedTo, createHash("sha256").update(metadata.issuer).digest("hex").slice(0, 32));
  return to.href;
}
