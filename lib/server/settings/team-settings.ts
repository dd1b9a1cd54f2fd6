import { z } from "zod";

export type OidcSettings = {
  /** As the provider writes it; discovery is relative to it. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Only addresses of these domains may join, and without an invitation; empty: only invited people. */
  domains: string[];
  /** Label of the button. */
  name: string;
  /**
   * Whether a provider's account signs in to the existing account with the same verified address, without having been
   * connected.
   */
  linkByEmail: boolean;
};

export type TeamSettings = {
  /** Seals what a browser keeps during a sign-in at a provider; null: made and kept in the store. */
  secret: string | null;
  oidc: OidcSettings | null;
};

const text = z.string().min(1).max(2_000);

/** The variables of sign-in, a part of the environment's shape. */
export const teamShape = {
  AUTH: z.enum(["local", "team"], "is neither local nor team").default("local"),
  AUTH_SECRET: z.string().min(32, "is shorter than 32 characters").max(500).optional(),
  OIDC_ISSUER: z.string().transform(issuerOrIssue).optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_ALLOWED_DOMAINS: z.string().default("").transform(domainsOrIssue),
  OIDC_LINK_BY_EMAIL: z.enum(["yes", "no"], "is neither yes nor no").default("no"),
  OIDC_NAME: z.string().max(40, "is longer than 40 characters").default("your organisation"),
};

type Given = z.output<z.ZodObject<typeof teamShape>>;

export function teamSettings(given: Given): TeamSettings | null {
  if (given.AUTH === "local") return null;
  return { secret: given.AUTH_SECRET ?? null, oidc: oidcOf(given) };
}

/** Secrets that nothing may repeat, least of all the log (THREATS H3: keys in no log). */
export function teamSecrets(settings: TeamSettings | null): string[] {
  return [settings?.secret ?? null, settings?.oidc?.clientSecret ?? null].filter((secret) => secret !== null);
}

/** What is wrong with the combination of variables, as [variable, what]; null when nothing is. */
export function teamProblem(given: Given): [name: string, message: string] | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = given;
  const three = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET };
  const missing = Object.entries(three).filter(([, value]) => value === undefined);
  if (missing.length === 0 || missing.length === 3) return null;
  return [missing[0]?.[0] ?? "OIDC_ISSUER", "is not set, though other OIDC_ variables are"];
}

function oidcOf({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, ...rest }: Given): OidcSettings | null {
  if (OIDC_ISSUER === undefined || OIDC_CLIENT_ID === undefined || OIDC_CLIENT_SECRET === undefined) return null;
  const { OIDC_ALLOWED_DOMAINS: domains, OIDC_NAME: name } = rest;
  const client = { issuer: OIDC_ISSUER, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET };
  return { ...client, domains, name, linkByEmail: rest.OIDC_LINK_BY_EMAIL === "yes" };
}

/** The address of a provider as it was given, or an issue. */
export function issuerOrIssue(given: string, context: z.RefinementCtx): string {
  const url = URL.parse(given);
  const isHere = url !== null && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url !== null && (url.protocol === "https:" || (url.protocol === "http:" && isHere)) && url.search === "") {
    return given;
  }
  context.addIssue("is not the address of an OpenID provider, like https://login.example.com");
  return z.NEVER;
}

function domainsOrIssue(given: string, context: z.RefinementCtx): string[] {
  const domains = given
    .split(/[,\s]+/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase().replace(/^@/, ""));
  const wrong = domains.find((domain) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain));
  if (wrong === undefined) return domains;
  context.addIssue(`names ${wrong}, which is not a domain like example.com`);
  return z.NEVER;
}
