/** A client's description of itself, as its document or its registration says it. */
type Described = Record<string, unknown>;

/**
 * Takes from a client's description only what is used here. A client with an address on its own computer, or of a
 * scheme of its own, is a native one, whether it says so or not: its port may change. None has a secret with us: one that registers is told so, and
 * a document that says otherwise is refused.
 */
export function ownMetadata({ client_id, client_name, application_type, ...rest }: Described): Described {
  const uris = rest["redirect_uris"];
  const redirects = Array.isArray(uris) ? uris.map(text) : text(uris);
  const isNative = Array.isArray(redirects) && redirects.some((uri) => uri != null && !/^https:/i.test(uri));
  const grants = Array.isArray(rest["grant_types"]) ? rest["grant_types"] : ["authorization_code"];
  return {
    ...(client_id === undefined ? {} : { client_id: text(client_id) }),
    ...(client_name === undefined ? {} : { client_name: text(client_name) }),
    redirect_uris: redirects,
    application_type: text(application_type) ?? (isNative ? "native" : "web"),
    grant_types: grants.filter((grant) => grant === "authorization_code" || grant === "refresh_token"),
    response_types: ["code"],
    token_endpoint_auth_method: client_id === undefined ? "none" : (text(rest["token_endpoint_auth_method"]) ?? "none"),
  };
}

/** null for anything else, which the library refuses in words: it is written again, and may be nested as deep as it likes. */
function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
