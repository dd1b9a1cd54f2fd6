import { says } from "#lib/verdict/opinion.ts";
import { deny } from "#lib/verdict/verdict.ts";
import { none, type PolicyKind } from "./policy-kind.ts";

/** Refuses every call before anything else is looked at (S1.7): the shadow mode. */
export type DenyAllPolicy = { readonly kind: "denyAll" };

export const denyAll: PolicyKind<DenyAllPolicy> = {
  make: () => ({ kind: "denyAll" }),
  consider: () => says(deny({ ruleId: "policy:deny-all", reason: "The policy denyAll refuses every tool call." })),
  rules: none,
  refusesAll: () => true,
  members: none,
  otherwise: () => "denyAll",
};
