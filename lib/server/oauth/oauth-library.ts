import { generateKeyPairSync, randomBytes } from "node:crypto";
import { errors, Provider } from "oidc-provider";
import type { Log } from "#lib/server/observe/log.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { countTry } from "#lib/store/people/sign-in-tries.ts";
import { grantDays } from "./grant-days.ts";
import { ownMetadata } from "./own-metadata.ts";
import { recordAdapter } from "./record-adapter.ts";

export type LibraryOptions = {
  database: Database;
  origin: string;
  /** What its tokens are for, the usual one first, and the one scope that they have. */
  resources: readonly string[];
  scope: string;
  /** Whether clients may introduce themselves. */
  register: boolean;
  /** Reads the document of a client, and whether one may be read. */
  fetchDocument: (url: string) => Promise<Response>;
  mayAskFor: (clientId: string) => Promise<boolean>;
  log: Log;
};

export const endpoints = {
  authorization: "/connect",
  token: "/api/oauth/token",
  revocation: "/api/oauth/revoke",
  registration: "/api/oauth/register",
} as const;

const minute = 60;
const day = 24 * 60 * minute;
/** Of one grant within an hour, as long as a token lasts: its client renews it no more often than it needs to. */
const mostRenewals = 20;
const hourMs = 60 * minute * 1_000;

/** The library, set up for authorization code with PKCE, opaque tokens, and nothing else. */
export function oauthLibrary(options: LibraryOptions): Provider {
  const { database, origin, resources, scope, register, fetchDocument, mayAskFor, log } = options;
  const provider = new Provider(origin, {
    adapter: (kind: string) => recordAdapter(database, kind),
    clientAuthMethods: ["none"],
    clientDefaults: { token_endpoint_auth_method: "none", id_token_signed_response_alg: "ES256" },
    cookies: { keys: [randomBytes(32).toString("base64url")] },
    enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
    expiresWithSession: () => false,
    features: {
      clientIdMetadataDocument: { enabled: true, ack: "draft-02", allowFetch: (_ctx, id) => mayAskFor(id) },
      claimsParameter: { enabled: false },
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      registration: { enabled: register, issueRegistrationAccessToken: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resources[0] ?? origin,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, wanted) => {
          if (!resources.includes(wanted)) throw new errors.InvalidTarget();
          return { scope, audience: wanted, accessTokenFormat: "opaque", accessTokenTTL: 60 * minute };
        },
      },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    fetch: async (url) => {
      const document = await fetchDocument(url instanceof Request ? url.url : url.toString());
      if (document.status !== 200) return document;
      return Response.json(ownMetadata((await document.json()) as Record<string, unknown>), document);
    },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    interactions: { url: (_ctx, { uid }) => `${endpoints.authorization}/${uid}` },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    // Nothing is ever signed with it: there are no ID tokens, and access tokens say nothing by themselves.
    jwks: { keys: [generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" })] },
    pkce: { required: () => true },
    renderError: (ctx, { error, error_description }) => {
      ctx.type = "application/json";
      ctx.body = JSON.stringify({ error, error_description });
    },
    responseTypes: ["code"],
    rotateRefreshToken: async ({ oidc }) => {
      const key = `oauth-tokens-${oidc.entities.RefreshToken?.grantId}`;
      // Before the old one is used up.
      if ((await countTry(database, key, hourMs)) > mostRenewals) throw new errors.TemporarilyUnavailable();
      return true;
    },
    routes: endpoints,
    scopes: [],
    ttl: {
      AccessToken: 60 * minute,
      AuthorizationCode: minute,
      Grant: grantDays * day,
      IdToken: minute,
      Interaction: minute,
      RefreshToken: 30 * day,
      Session: minute,
    },
  });
  provider.on("server_error", (_ctx, error) => log.warn("oauth.failed", { error }));
  return provider;
}
