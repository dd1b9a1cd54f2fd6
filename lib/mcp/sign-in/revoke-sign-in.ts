import { selectClientAuthMethod, type FetchLike } from "@modelcontextprotocol/client";
import { linkTarget } from "#lib/elicitation/link-target.ts";
import type { SignIn } from "./sign-ins.ts";

/**
 * Tells the authorization server that nobody here uses a sign-in any more (RFC 7009), where it takes that: once for each
 * token, at its own address. Never rejects: whoever signs out is signed out here, whatever it answers.
 */
export async function revokeSignIn(signIn: SignIn, fetchFn: FetchLike): Promise<void> {
  const endpoint = endpointOf(signIn);
  if (endpoint === null) return;
  const { refreshToken, accessToken } = signIn;
  const tokens = [
    ...(refreshToken === null ? [] : [[refreshToken, "refresh_token"] as const]),
    [accessToken, "access_token"] as const,
  ];
  for (const [token, hint] of tokens) {
    const { headers, client } = whoWeAre(signIn);
    const body = new URLSearchParams({ token, token_type_hint: hint, ...client });
    await fetchFn(endpoint, {
      method: "POST",
      headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
      body,
    }).catch(() => {});
  }
}

/** Where tokens may be sent: to the server that names itself the issuer, or gave them out. */
function endpointOf({ metadata, issuer }: SignIn): string | null {
  const endpoint = "revocation_endpoint" in metadata ? metadata.revocation_endpoint : null;
  if (typeof endpoint !== "string") return null;
  const target = linkTarget(endpoint);
  if ("refused" in target) return null;
  const { origin } = new URL(target.url);
  return [issuer, metadata.token_endpoint].some((own) => new URL(own).origin === origin) ? target.url : null;
}

function whoWeAre({ client, metadata }: SignIn): { headers: Record<string, string>; client: Record<string, string> } {
  const { client_id: id, client_secret: secret } = client;
  const own = "revocation_endpoint_auth_methods_supported" in metadata;
  const said = own
    ? metadata.revocation_endpoint_auth_methods_supported
    : metadata.token_endpoint_auth_methods_supported;
  const methods = Array.isArray(said) ? said.filter((one) => typeof one === "string") : [];
  const method = selectClientAuthMethod(client, methods);
  if (secret === undefined || method === "none") return { headers: {}, client: { client_id: id } };
  if (method === "client_secret_post") return { headers: {}, client: { client_id: id, client_secret: secret } };
  const both = Buffer.from(`${id}:${secret}`).toString("base64");
  return { headers: { authorization: `Basic ${both}` }, client: {} };
}
