import { z } from "zod";
import { namesSecret } from "#lib/untrusted/names-secret.ts";
import type { Expand } from "./expand-variables.ts";

/** How people sign in to a web server that wants OAuth. */
export type OauthSettings = {
  /** Each person signs in for themselves, or one person for the whole instance. */
  who: "person" | "instance";
  /** The only authorization server that is used; null: the one that the server names. */
  issuer: string | null;
  /** A client that was made at the authorization server by hand; null: made by itself. */
  clientId: string | null;
  clientSecret: string | null;
  scope: string | null;
  /** Nobody signs in: the instance itself is the client (client credentials). */
  isMachine: boolean;
};

const text = z
  .string()
  .min(1)
  .max(2_000)
  .refine((value) => !value.includes("\0"));

/** The key `oauth` of an entry; `false`: nobody signs in. */
export const writtenOauth = z.union(
  [
    z.literal(false),
    z.strictObject({
      who: z.enum(["person", "instance"]).optional(),
      grant: z.enum(["authorization_code", "client_credentials"]).optional(),
      issuer: text.optional(),
      clientId: text.optional(),
      clientSecret: text.optional(),
      scope: text.optional(),
    }),
  ],
  'must be false, or an object of texts: "who" is "person" or "instance", "grant" is "authorization_code" or "client_credentials", and there may be "issuer", "clientId", "clientSecret" and "scope"',
);
export type WrittenOauth = z.infer<typeof writtenOauth>;

type Refuse = (key: string, problem: string) => never;

/** Null where nobody signs in: the entry says so, or it brings a key of its own. */
export function oauthOf(
  { oauth: written, headers }: { oauth: WrittenOauth | undefined; headers: Record<string, string> },
  expand: Expand,
  refuse: Refuse,
): OauthSettings | null {
  const names = Object.keys(headers);
  if (written === false || (written === undefined && names.some(namesSecret))) return null;
  if (names.some((name) => name.toLowerCase() === "authorization"))
    refuse("oauth", 'does not go with the header "Authorization"; keep one of them');
  const { who, grant } = written ?? {};
  const read = (key: "issuer" | "clientId" | "clientSecret" | "scope") => {
    const value = written?.[key];
    return value === undefined ? null : expand(`oauth.${key}`, value);
  };
  const [issuer, clientId, clientSecret, scope] = [
    read("issuer"),
    read("clientId"),
    read("clientSecret"),
    read("scope"),
  ];
  const isMachine = grant === "client_credentials";
  if (issuer !== null && !isIssuer(issuer))
    refuse("oauth.issuer", "must be an https:// address without a query; http:// only on this computer");
  if (clientSecret !== null && (clientId === null || issuer === null))
    refuse("oauth.clientSecret", 'needs "clientId", and "issuer", so that it is sent nowhere else');
  if (isMachine && clientSecret === null) refuse("oauth.grant", 'needs "clientId", "clientSecret" and "issuer"');
  if (isMachine && who === "person") refuse("oauth.who", 'must be "instance" with client credentials');
  return { who: isMachine ? "instance" : (who ?? "person"), issuer, clientId, clientSecret, scope, isMachine };
}

function isIssuer(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.username !== "" || url.password !== "" || /[?#]/.test(address)) return false;
  const isLocal = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && isLocal);
}
