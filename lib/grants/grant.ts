import type { FieldProblem } from "#lib/untrusted/field-problem.ts";
/** Where a grant holds: for the same arguments in this chat, for the tool in this chat, or for the tool everywhere. */
export const grantReaches = ["call", "chat", "everywhere"] as const;
export type GrantReach = (typeof grantReaches)[number];

/** What narrows a grant besides its reach; all of it must hold. null: no limit. */
export type GrantBounds = {
  /** Calls after the one that is being approved. */
  maxUses: number | null;
  /** Limit of the sum of a numeric argument over all calls. */
  budget: { argument: string; total: number } | null;
  /** A condition in CEL on the arguments. */
  when: string | null;
};

/** A standing grant as a person signs it. It never changes once it is given. */
export type GrantRequest = GrantBounds & {
  reach: GrantReach;
  /** Unix ms, or ms from the moment it is given. null: no end. */
  ends: { at: number } | { afterMs: number } | null;
};

/** The terms once it was given: its end is a time of the database clock, Unix ms. */
export type GrantTerms = GrantBounds & { reach: GrantReach; until: number | null };

/** A grant in a request: an absent field does not narrow it. Ends after `forMs`, or at `until` in ISO 8601. */
export type AskedGrant = {
  reach: GrantReach;
  forMs?: number | undefined;
  until?: string | undefined;
  maxUses?: number | undefined;
  budget?: { argument: string; total: number } | undefined;
  when?: string | undefined;
};

/** The choices of a menu, narrowest first. `hour`: this tool everywhere, for a time. `always`: without an end. */
export const grantScopes = ["call", "chat", "hour", "always"] as const;
export type GrantScope = (typeof grantScopes)[number];

/** A grant beyond these limits is refused, not reduced to them. */
export const mostGrants = { uses: 100, forMs: 30 * 24 * 3_600_000, total: 1_000_000_000, conditionLength: 500 };

export function scopeOfGrant({ reach, ends }: Pick<GrantRequest, "reach" | "ends">): GrantScope {
  if (reach !== "everywhere") return reach;
  return ends === null ? "always" : "hour";
}

/** What is wrong with the terms alone. `now` is the database clock in Unix ms. */
export function problemsOfGrant({ ends, maxUses, budget, when }: GrantRequest, now: number): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const refuse = (path: string, message: string) => problems.push({ path: `grant.${path}`, message });
  if (maxUses !== null && !(Number.isInteger(maxUses) && maxUses >= 1 && maxUses <= mostGrants.uses)) {
    refuse("maxUses", `Allow between 1 and ${mostGrants.uses} calls.`);
  }
  if (budget !== null) {
    if (budget.argument === "") refuse("budget", "Say which argument the amount is in.");
    const units = unitsOf(budget.total);
    if (units === null || budget.total > mostGrants.total) {
      refuse("budget", "The total must be above 0, at most 1,000,000,000, with at most six decimals.");
    }
  }
  if (when !== null && (when.trim() === "" || when.length > mostGrants.conditionLength)) {
    refuse("when", `A condition has between 1 and ${mostGrants.conditionLength} characters.`);
  }
  if (ends !== null) {
    const forMs = "at" in ends ? ends.at - now : ends.afterMs;
    if (!Number.isInteger(forMs) || forMs <= 0) refuse("ends", "The end must be in the future.");
    else if (forMs > mostGrants.forMs) refuse("ends", "A grant that ends does so within 30 days.");
  }
  return problems;
}

/** Amounts are counted in millionths, so that sums are exact. */
const unit = 1_000_000;

/** An amount in millionths; null unless it is above zero and a whole number of millionths. */
export function unitsOf(amount: unknown): number | null {
  if (typeof amount !== "number" || !Number.isFinite(amount) || amount <= 0) return null;
  const units = Math.round(amount * unit);
  return Number.isSafeInteger(units) && units > 0 && units / unit === amount ? units : null;
}

export function amountOf(units: number): number {
  return units / unit;
}
