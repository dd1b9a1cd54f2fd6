import {
  ClientCredentialsProvider,
  fetchToken,
  OAuthError,
  OAuthErrorCode,
  refreshAuthorization,
  type FetchLike,
} from "@modelcontextprotocol/client";
import type { ServerConfig } from "#lib/mcp/config/config.ts";
import { findIssuer } from "./find-issuer.ts";
import { signInOf } from "./finish-sign-in.ts";
import { signInRefused, SignInRefused } from "./sign-in-refused.ts";
import type { SignIn } from "./sign-ins.ts";

type WebServer = Extract<ServerConfig["transport"], { kind: "http" }>;

/** Codes that say that the refresh token, or the client, is worth nothing any more. */
const over: ReadonlySet<string> = new Set([
  OAuthErrorCode.InvalidGrant,
  OAuthErrorCode.InvalidClient,
  OAuthErrorCode.UnauthorizedClient,
]);

/** A new token for an old one; null when somebody has to sign in again. Rejects with `SignInRefused` when nobody knows. */
export async function refreshed(signIn: SignIn, fetchFn: FetchLike): Promise<SignIn | null> {
  const { issuer, metadata, client, refreshToken, resource } = signIn;
  if (refreshToken === null) return null;
  try {
    const tokens = await refreshAuthorization(issuer, {
      metadata,
      clientInformation: client,
      refreshToken,
      ...(resource !== null && { resource }),
      fetchFn,
    });
    return signInOf(signIn, tokens, refreshToken);
  } catch (error) {
    if (error instanceof OAuthError && over.has(error.code)) return null;
    throw signInRefused("The authorization server did not renew the sign-in", error);
  }
}

/** A token for this instance itself (client credentials). Rejects with `SignInRefused`. */
export async function machineSignIn(server: WebServer, fetchFn: FetchLike): Promise<SignIn> {
  const { oauth, url: address } = server;
  if (oauth?.clientId == null || oauth.clientSecret === null)
    throw new SignInRefused("It has no client id and secret.");
  const { issuer, metadata, resource, scope } = await findIssuer(server, fetchFn);
  const { clientId, clientSecret } = oauth;
  const wanted = oauth.scope ?? scope;
  const provider = new ClientCredentialsProvider({
    clientId,
    clientSecret,
    expectedIssuer: issuer,
    ...(wanted !== null && { scope: wanted }),
  });
  const tokens = await fetchToken(provider, issuer, {
    metadata,
    ...(resource !== null && { resource }),
    ...(wanted !== null && { scope: wanted }),
    fetchFn,
  }).catch((error: unknown) => {
    throw signInRefused("The authorization server gave this instance no token", error);
  });
  const client = { client_id: clientId };
  return signInOf(
    { address, issuer, metadata, client, resource, scope: wanted },
    { ...tokens, refresh_token: undefined },
    null,
  );
}
