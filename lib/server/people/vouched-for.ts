import { z } from "zod";
import type { SignInProblem } from "#lib/audit/people-events.ts";
import type { OidcSettings } from "#lib/server/settings/team-settings.ts";

/** Whom a provider vouches for, and when they proved it there (Unix ms); null when it did not say. */
export type VouchedFor = { subject: string; email: string; name: string; provedAt: number | null };

const claims = z.object({
  iss: z.string().min(1),
  sub: z.string().min(1).max(500),
  exp: z.number(),
  email: z.email().max(300),
  email_verified: z.union([z.boolean(), z.enum(["true", "false"])]).optional(),
  name: z.string().optional(),
  auth_time: z.number().optional(),
});

/**
 * Reads an ID token whose signature, issuer, audience and nonce have been checked. Issuer and subject identify a
 * person; an address counts only when the provider says that it is verified and its domain is allowed.
 */
export function vouchedFor(idToken: string, { domains }: OidcSettings): VouchedFor | { refused: SignInProblem } {
  const parsed = claims.safeParse(payloadOf(idToken));
  if (!parsed.success) return { refused: "refused-by-provider" };
  const { iss, sub, email_verified: verified, name, auth_time: authTime } = parsed.data;
  if (verified !== true && verified !== "true") return { refused: "email-not-verified" };
  const email = parsed.data.email.toLowerCase();
  if (!isOfDomain(email, domains)) return { refused: "domain-not-allowed" };
  const called = name?.trim().slice(0, 100);
  return {
    subject: JSON.stringify([iss, sub]),
    email,
    name: called || email.slice(0, email.lastIndexOf("@")),
    provedAt: authTime === undefined ? null : authTime * 1_000,
  };
}

/** Whether an address in small letters is of one of these domains; with none, all are. */
export function isOfDomain(email: string, domains: readonly string[]): boolean {
  return domains.length === 0 || domains.includes(email.slice(email.lastIndexOf("@") + 1));
}

function payloadOf(idToken: string): unknown {
  try {
    return JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString("utf8")) as unknown;
  } catch {
    return null;
  }
}
