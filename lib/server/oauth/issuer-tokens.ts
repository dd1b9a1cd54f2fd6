import { createHash } from "node:crypto";
import { createRemoteJWKSet, customFetch, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from "jose";
import { z } from "zod";
import { oneLine } from "#lib/untrusted/one-line.ts";
import type { Log } from "#lib/server/observe/log.ts";
import type { Keys, KeyUse } from "#lib/server/people/keys.ts";
import { isOfDomain } from "#lib/server/people/vouched-for.ts";
import type { OidcSettings } from "#lib/server/settings/team-settings.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { keepIssuerGrant, personOfIssuer } from "#lib/store/people/issuer-clients.ts";
import { grantDays } from "./grant-days.ts";

type Options = {
  database: Database;
  keys: Keys;
  /** As the issuer writes it. */
  issuer: string;
  /** A token needs to name one of them. */
  audience: string | string[];
  scope: string;
  /** The addresses that it vouches for, where people sign in there and the owner chose that; null: for none. */
  addresses: Pick<OidcSettings, "domains"> | null;
  fetchDocument: (url: string) => Promise<Response>;
  log: Log;
};

const discovered = z.object({ issuer: z.string(), jwks_uri: z.url() });
const claims = z.object({
  sub: z.string().min(1).max(500),
  azp: z.string().min(1).max(500).optional(),
  client_id: z.string().min(1).max(500).optional(),
  scope: z.string().optional(),
  email: z.email().max(300).optional(),
  email_verified: z.union([z.boolean(), z.enum(["true", "false"])]).optional(),
  /** A token that only counts with a proof of its client's key (RFC 7800): nobody here looks at one. */
  cnf: z.never().optional(),
});
const saidKeys = z.object({ keys: z.array(z.looseObject({})) });

/** Asymmetric algorithms only; never `none`. */
const algorithms = [
  "ES256",
  "ES384",
  "ES512",
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "EdDSA",
  "Ed25519",
];
const dayMs = 24 * 60 * 60 * 1000;
const tryAgainMs = 5_000;
/** Allowed difference between two clocks, in seconds. */
const clockTolerance = 5;

/**
 * What a token of the operator's issuer allows (THREATS F8): one for this audience, of a person who is known here, for a
 * client whose grant nobody has revoked. "scope": all of it holds, but it is for something else.
 */
export function issuerTokens(options: Options): (token: string) => Promise<KeyUse | "scope" | null> {
  const { database, keys, issuer, audience, scope, addresses, fetchDocument, log } = options;
  let looking: { keySet: Promise<JWTVerifyGetKey>; at: number; failed: boolean } | null = null;

  async function look(): Promise<JWTVerifyGetKey> {
    const document = await fetchDocument(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
    const said = discovered.parse(await document.json());
    if (said.issuer !== issuer) throw new Error(`It calls itself ${oneLine(said.issuer)}.`);
    return createRemoteJWKSet(new URL(said.jwks_uri), { [customFetch]: readKeys });
  }

  let keysFailedAt = -Infinity;

  /** Whatever tokens strangers show: a while passes after a failure. */
  async function readKeys(url: string): Promise<Response> {
    if (Date.now() - keysFailedAt < tryAgainMs) throw new Error("Its keys could not be read a moment ago.");
    try {
      const answer = await fetchDocument(url);
      if (!answer.ok) throw new Error(`It answered ${answer.status}.`);
      return Response.json(saidKeys.parse(await answer.json()));
    } catch (error) {
      keysFailedAt = Date.now();
      log.warn("issuer.not-usable", { issuer, error });
      throw error;
    }
  }

  /** Asks the issuer again only a while after it failed to answer. */
  function keySetNow(): Promise<JWTVerifyGetKey> {
    if (looking !== null && !(looking.failed && Date.now() - looking.at > tryAgainMs)) return looking.keySet;
    const begun = { keySet: look(), at: Date.now(), failed: false };
    begun.keySet.catch((error: unknown) => {
      begun.failed = true;
      log.warn("issuer.not-usable", { issuer, error });
    });
    looking = begun;
    return begun.keySet;
  }

  async function payloadOf(token: string): Promise<JWTPayload | null> {
    const keySet = await keySetNow().catch(() => null);
    if (keySet === null) return null;
    const requiredClaims = ["exp", "iat", "sub"];
    const checked = { issuer, audience, algorithms, typ: "at+jwt", requiredClaims, clockTolerance };
    return jwtVerify(token, keySet, checked).then(
      ({ payload }) => payload,
      () => null,
    );
  }

  return async (token) => {
    const payload = await payloadOf(token);
    const parsed = claims.safeParse(payload);
    if (!parsed.success) return null;
    const { sub, azp, client_id: clientId = azp, email_verified: verified } = parsed.data;
    if (clientId === undefined) return null;
    if (!(parsed.data.scope ?? "").split(" ").includes(scope)) return "scope";
    const email = verified === true || verified === "true" ? (parsed.data.email?.toLowerCase() ?? null) : null;
    const counts = email !== null && addresses !== null && isOfDomain(email, addresses.domains);
    const subject = JSON.stringify([issuer, sub]);
    const personId = await personOfIssuer(database, { subject, email: counts ? email : null });
    if (personId === null) return null;
    const id = createHash("sha256")
      .update(JSON.stringify([personId, issuer, clientId]))
      .digest("hex")
      .slice(0, 16);
    const standing = await keys.useGrant(id);
    if (standing !== null) return standing;
    const { host } = new URL(issuer);
    const client = { id: clientId, host };
    // No name that somebody here gave to another client, whatever it is called there.
    const name = `${nameOf(clientId)} at ${host}`;
    await keepIssuerGrant(database, { id, personId, name, client, lifetimeMs: grantDays * dayMs });
    return keys.useGrant(id);
  };
}

/** Rules and cards know a client by it. Where it does not say the whole id, it ends in a digest that no other has. */
function nameOf(clientId: string): string {
  const said = oneLine(clientId);
  if (said === clientId && said.length <= 60 && said.isWellFormed()) return said;
  const digest = createHash("sha256").update(clientId).digest("hex").slice(0, 12);
  return `${said.slice(0, 45).toWellFormed()}… ${digest}`;
}
