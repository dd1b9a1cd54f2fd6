import { registerClient, type AuthorizationServerMetadata, type FetchLike } from "@modelcontextprotocol/client";
import type { OauthSettings } from "#lib/mcp/config/oauth-settings.ts";
import { signInRefused, SignInRefused } from "./sign-in-refused.ts";
import type { OauthClient } from "./sign-ins.ts";

/** What this instance is to authorization servers. */
export type ClientIdentity = {
  /** Where they send the browser back. */
  redirectUri: string;
  /** The address of the document about this instance (CIMD); null where nobody outside could read it. */
  documentAt: string | null;
};

/** Says in the address to come back to whose it is. */
export const returnedTo = "of";

/** A client that was made by itself, and where; it is used again for the next person. */
export type MadeClient = { issuer: string; redirectUri: string; client: OauthClient };

/** What an authorization server may know of this instance, and what it shows people on its page. */
export function clientMetadata({ redirectUri }: Pick<ClientIdentity, "redirectUri">) {
  return {
    client_name: "Countersign",
    redirect_uris: [redirectUri],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    application_type: redirectUri.startsWith("http:") ? "native" : "web",
  };
}

type For = {
  metadata: AuthorizationServerMetadata;
  settings: OauthSettings;
  scope: string | null;
  self: ClientIdentity;
  made: MadeClient | null;
};

/**
 * The client for a sign-in: the one that the entry names; else this instance's document, where the authorization server
 * reads such; else one that was registered there before, or is now. Rejects with `SignInRefused`.
 */
export async function clientFor(
  { metadata, settings, scope, self, made }: For,
  fetchFn: FetchLike,
): Promise<OauthClient> {
  const { clientId, clientSecret } = settings;
  if (clientId !== null) return { client_id: clientId, ...(clientSecret !== null && { client_secret: clientSecret }) };
  // The document has one address to come back to, which every authorization server knows.
  const namesItself = metadata.authorization_response_iss_parameter_supported === true;
  if (self.documentAt !== null && metadata.client_id_metadata_document_supported === true && namesItself)
    return { client_id: self.documentAt };
  if (made?.issuer === metadata.issuer && made.redirectUri === self.redirectUri && !isOver(made.client))
    return made.client;
  if (metadata.registration_endpoint === undefined) throw new SignInRefused(noneMade);
  // Scopes of the server itself are often none of the authorization server's, which then refuses the client.
  const known = metadata.scopes_supported && new Set(metadata.scopes_supported);
  const ofClient = scope?.split(" ").filter((word) => known?.has(word) ?? true) ?? [];
  const asked = {
    metadata,
    clientMetadata: clientMetadata(self),
    ...(ofClient.length > 0 && { scope: ofClient.join(" ") }),
    fetchFn,
  };
  return registerClient(metadata.issuer, asked).catch((error: unknown) => {
    throw signInRefused("The authorization server did not take this app as a client", error);
  });
}

const noneMade =
  'The authorization server takes no new clients by itself. Make one there, and enter its id under "oauth" of this server';

function isOver(client: OauthClient): boolean {
  const at = "client_secret_expires_at" in client ? client.client_secret_expires_at : undefined;
  return typeof at === "number" && at !== 0 && at * 1_000 < Date.now() + 60_000;
}
