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
  .string("must be a text in double quotes")
  .min(1, "must not be empty; leave it out")
  .max(2_000, "must be at most 2000 characters")
  .refine((value) => !value.includes("\0"), "must not contain the character NUL");

const shape = {
  who: z.enum(["person", "instance"], 'must be "person" or "instance"').optional(),
  issuer: text.optional(),
  clientId: text.optional(),
  clientSecret: text.optional(),
  scope: text.optional(),
  grant: z
    .enum(["authorization_code", "client_credentials"], 'must be "authorization_code" or "client_credentials"')
    .optional(),
};

/** The key `oauth` of an entry; `false`: nobody signs in. */
export const writtenOauth = z.union(
  [
    z.literal(false),
    z.strictObject(shape, {
      error: (issue) =>
        issue.code === "unrecognized_keys" ? `allowed here are ${Object.keys(shape).join(", ")}` : undefined,
    }),
  ],
  {
    error: `must be false, or an object whose keys are among ${Object.keys(shape).join(", ")}`,
  },
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
