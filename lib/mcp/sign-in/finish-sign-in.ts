import {
  exchangeAuthorization,
  validateAuthorizationResponseIssuer,
  type FetchLike,
  type OAuthTokens,
} from "@modelcontextprotocol/client";
import type { Attempt } from "./begin-sign-in.ts";
import { returnedTo } from "./client-for.ts";
import { shownScope } from "#lib/mcp/config/sign-in-needed.ts";
import { signInRefused, SignInRefused } from "./sign-in-refused.ts";
import type { SignIn } from "./sign-ins.ts";

const another = "Another authorization server answered than the one that was asked.";

/**
 * Ends a sign-in with what the browser brought back. The issuer is checked before anything else of it is believed (RFC
 * 9207). Rejects with `SignInRefused`.
 */
export async function finishSignIn(attempt: Attempt, returned: URLSearchParams, fetchFn: FetchLike): Promise<SignIn> {
  const { issuer, metadata, client, resource, verifier, redirectUri } = attempt;
  if (only(returned, returnedTo) !== new URL(redirectUri).searchParams.get(returnedTo))
    throw new SignInRefused(another);
  const iss = only(returned, "iss");
  try {
    validateAuthorizationResponseIssuer({
      iss: iss ?? undefined,
      expectedIssuer: issuer,
      issParameterSupported: metadata.authorization_response_iss_parameter_supported === true,
    });
  } catch (error) {
    throw new SignInRefused(another, { cause: error });
  }
  const error = only(returned, "error");
  if (error === "access_denied") throw new SignInRefused("The sign-in was refused there.");
  if (error !== null) throw signInRefused("The authorization server did not let you in", { code: error });
  const code = only(returned, "code");
  if (code === null) throw new SignInRefused("The authorization server sent nothing to sign in with.");
  const tokens = await exchangeAuthorization(issuer, {
    metadata,
    clientInformation: client,
    authorizationCode: code,
    ...(iss !== null && { iss }),
    codeVerifier: verifier,
    redirectUri,
    ...(resource !== null && { resource }),
    fetchFn,
  }).catch((failure: unknown) => {
    throw signInRefused("The authorization server gave no token", failure);
  });
  return signInOf(attempt, tokens, null);
}

/** A parameter that stands there twice is no parameter (RFC 6749, 3.1). */
function only(returned: URLSearchParams, name: string): string | null {
  const all = returned.getAll(name);
  if (all.length > 1) throw new SignInRefused("The answer of the authorization server is not clear.");
  return all[0] ?? null;
}

const mostToken = 16_000;
/** What fits into a header (RFC 6750, 2.1). */
const tokenShape = /^[\x21-\x7e]+$/;

type Of = Pick<Attempt, "address" | "issuer" | "metadata" | "client" | "resource" | "scope">;

/** What is kept of tokens. `former`: the refresh token that counts on where no new one came. */
export function signInOf(
  { address, issuer, metadata, client, resource, scope }: Of,
  tokens: OAuthTokens,
  former: string | null,
): SignIn {
  const {
    access_token: accessToken,
    token_type: type,
    refresh_token: refreshToken = former,
    expires_in: seconds,
  } = tokens;
  if (type.toLowerCase() !== "bearer")
    throw new SignInRefused("The authorization server gives tokens of a kind that is not known here.");
  for (const token of [accessToken, refreshToken]) {
    if (token !== null && (token.length > mostToken || !tokenShape.test(token)))
      throw new SignInRefused("The authorization server gave a token that is none.");
  }
  const lasts = seconds !== undefined && Number.isFinite(seconds) && seconds > 0;
  return {
    v: 1,
    address,
    issuer,
    metadata,
    client,
    resource,
    accessToken,
    refreshToken,
    expiresAt: lasts ? Date.now() + Math.min(seconds, 10 * 365 * 86_400) * 1_000 : null,
    scope: shownScope(tokens.scope) ?? scope,
  };
}
