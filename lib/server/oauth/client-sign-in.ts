import { publicFetch } from "#lib/network/public-fetch.ts";
import type { Resolver } from "#lib/network/resolver.ts";
import type { Access } from "#lib/server/settings/access.ts";
import type { Env } from "#lib/server/settings/env.ts";
import { mcpAddresses, type McpAddress } from "#lib/server/http/mcp-address.ts";
import type { Log } from "#lib/server/observe/log.ts";
import type { Keys, KeyUse } from "#lib/server/people/keys.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { oauthRecord } from "#lib/store/people/oauth-records.ts";
import type { AuthorizationServer } from "./authorization-server.ts";
import { issuerTokens } from "./issuer-tokens.ts";

/**
 * How MCP clients come in that have no key: OAuth, for the MCP endpoint alone. Each of its two addresses is a resource by
 * itself, because clients compare the name of a resource with the address that they were given; a token for one opens
 * both.
 */
export type ClientSignIn = {
  /** What a token allows now; null when it is none for here, "scope" when it is not for calling tools. */
  use: (token: string) => Promise<KeyUse | "scope" | null>;
  /** What is told to a client that shows no valid token, in `WWW-Authenticate`. */
  challenge: (at: McpAddress) => string;
  /** The resource's description of itself (RFC 9728). */
  resource: (at: McpAddress) => Record<string, unknown>;
  /** Our own authorization server; null where an issuer of the operator's has this part. */
  server: (() => Promise<AuthorizationServer>) | null;
};

const scope = "tools:call";
const mostBytes = 64 * 1024;
const timeoutMs = 5_000;

type Options = {
  env: Pick<Env, "clients" | "team">;
  access: Access;
  database: Database;
  keys: Keys;
  log: Log;
  /** In tests, instead of what is read from the network. */
  fetchDocument?: ((url: string) => Promise<Response>) | undefined;
  resolver?: Resolver | undefined;
};

/** null where clients come in by keys alone. */
export function clientSignIn({ env, access, fetchDocument, ...of }: Options): ClientSignIn | null {
  const { clients, team } = env;
  if (clients.by === "keys") return null;
  const origin = access.publicOrigin ?? access.origin;
  const resources = mcpAddresses.map((address) => origin + address);
  const described = (at: McpAddress) => ({
    resource: origin + at,
    authorization_servers: [clients.by === "here" ? origin : clients.issuer],
    scopes_supported: [scope],
    bearer_methods_supported: ["header"],
    resource_name: "Countersign",
  });
  const challenge = (at: McpAddress) =>
    `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource${at}", scope="${scope}"`;
  const limits = { timeoutMs, mostBytes, resolver: of.resolver };
  if (clients.by === "issuer") {
    const { issuer, audience } = clients;
    const addresses = team?.oidc?.issuer === issuer && team.oidc.linkByEmail ? team.oidc : null;
    const read = fetchDocument ?? publicFetch({ ...limits, trusted: new URL(issuer).host });
    const use = issuerTokens({
      ...of,
      issuer,
      audience: audience ?? resources,
      scope,
      addresses,
      fetchDocument: read,
    });
    return { use, challenge, resource: described, server: null };
  }
  const { register } = clients;
  const read = fetchDocument ?? publicFetch(limits);
  let loading: Promise<AuthorizationServer> | null = null;
  // Loaded when somebody first signs in a client.
  const load = async () => {
    const { authorizationServer } = await import("./authorization-server.ts");
    return authorizationServer({ ...of, origin, resources, scope, register, fetchDocument: read });
  };
  return {
    use: async (token) => {
      const record = await oauthRecord(of.database, { kind: "AccessToken", id: token });
      if (record?.grantId == null || !resources.includes(String(record.payload["aud"]))) return null;
      const key = await of.keys.useGrant(record.grantId);
      return key === null || record.payload["scope"] === scope ? key : "scope";
    },
    challenge,
    resource: described,
    server: () =>
      (loading ??= load().catch((error: unknown) => {
        loading = null;
        throw error;
      })),
  };
}
