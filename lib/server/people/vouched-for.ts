import { z } from "zod";
import type { SignInProblem } from "#lib/audit/people-events.ts";
import type { OidcSettings } from "#lib/server/settings/team-settings.ts";

/** Whom a provider vouches for, and when they proved it there (Unix ms); null when it did not say. */
export type VouchedFor = { subject: string; email: string; name: string; provedAt: number | null };

const claims = z.object({
  iss: z.string().min(1),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.string().optional(),
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
export function vouchedFor(
  idToken: string,
  { domains, clientId }: OidcSettings,
): VouchedFor | { refused: SignInProblem } {
  const parsed = claims.safeParse(payloadOf(idToken));
  if (!parsed.success) return { refused: "refused-by-provider" };
  const { iss, sub, aud, azp, email_verified: verified, name, auth_time: authTime } = parsed.data;
  // Of several audiences `azp` says for whom it was made.
  const madeFor = azp ?? (Array.isArray(aud) && aud.length > 1 ? null : clientId);
  if (madeFor !== clientId) return { refused: "refused-by-provider" };
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

export function discoveryUrl({ issuer }: OidcSettings): string {
  return `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
}

const discovered = z.object({ issuer: z.string() });
/** A provider that takes longer is away. */
const discoveryMs = 5_000;

/** How the provider calls itself now; "nothing" when it does not say so in time. */
export async function issuerSaid(settings: OidcSettings): Promise<string> {
  try {
    const answer = await fetch(discoveryUrl(settings), { signal: AbortSignal.timeout(discoveryMs) });
    return answer.ok ? discovered.parse(await answer.json()).issuer : "nothing";
  } catch {
    return "nothing";
  }
}

function payloadOf(idToken: string): unknown {
  try {
    return JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString("utf8")) as unknown;
  } catch {
    return null;
  }
}
