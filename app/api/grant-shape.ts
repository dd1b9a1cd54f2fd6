import { z } from "zod";
import { grantReaches, type AskedGrant, type GrantRequest } from "#lib/grants/grant.ts";

/** A standing grant in a request; the gate checks whether its terms are allowed. */
export const grantShape = z.strictObject({
  reach: z.enum(grantReaches),
  /** How long it lasts from the moment it is given, in milliseconds; or `until`; or neither for no end. */
  forMs: z.number().optional(),
  until: z.iso.datetime({ offset: true }).optional(),
  /** Calls after the one that is being approved. */
  maxUses: z.number().optional(),
  /** Limit of the sum of a numeric argument. */
  budget: z.strictObject({ argument: z.string().max(200), total: z.number() }).optional(),
  /** A condition in CEL on the arguments. */
  when: z.string().max(2_000).optional(),
});

/** The terms in the gate's form; null when the request gives two ends. */
export function grantFrom({ reach, forMs, until, maxUses, budget, when }: AskedGrant): GrantRequest | null {
  if (forMs !== undefined && until !== undefined) return null;
  const ends = forMs !== undefined ? { afterMs: forMs } : until !== undefined ? { at: Date.parse(until) } : null;
  return { reach, ends, maxUses: maxUses ?? null, budget: budget ?? null, when: when ?? null };
}

export const endSaidTwice = "A grant ends after `forMs` or at `until`, not both.";
