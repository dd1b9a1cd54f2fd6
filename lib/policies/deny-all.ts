import { deny, type Verdict } from "#lib/verdict/verdict.ts";

/** Refuses every call before anything else is looked at (S1.7): the shadow mode. */
export type DenyAllPolicy = { readonly kind: "denyAll" };

export function judgeDenyAll(): Verdict {
  return deny({ ruleId: "policy:deny-all", reason: "The policy denyAll refuses every tool call." });
}
