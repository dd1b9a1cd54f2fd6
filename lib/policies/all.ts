import { ToolApprovalError } from "#lib/verdict/tool-approval-error.ts";
import { together } from "#lib/verdict/opinion.ts";
import { none, noOther, type PolicyKind } from "./policy-kind.ts";

/** Several policies over one call. The strictest of them wins (row 16): no combination loosens what one of them says. */
export interface AllPolicy<Policy> {
  readonly kind: "all";
  readonly policies: readonly Policy[];
}

export function all<Policy>(): PolicyKind<AllPolicy<Policy>, [policies: readonly Policy[]], Policy> {
  return {
    make: (policies) => {
      if (policies.length === 0) throw new TypeError("A composite of no policies says nothing.");
      return { kind: "all", policies: [...policies] };
    },
    consider: async ({ policies }, _call, inner) => {
      // A policy that was not made by its factory.
      if (!Array.isArray(policies) || policies.length === 0) throw new ToolApprovalError("A composite has no policies");
      return together(await Promise.all(policies.map(inner)));
    },
    rules: none,
    refusesAll: ({ policies }, inner) => policies.some(inner),
    members: ({ policies }) => policies,
    otherwise: noOther,
  };
}
