import { ToolApprovalError } from "#lib/verdict/tool-approval-error.ts";
import { allow } from "#lib/verdict/verdict.ts";
import { says } from "#lib/verdict/opinion.ts";
import { never, none, noOther, type PolicyKind } from "./policy-kind.ts";

/** Asks nobody (S1.6). For tests and trusted harnesses; a tool flagged `always` still asks. */
export type AllowAllPolicy = { readonly kind: "allowAll" };

/** Policies made here. An object that only looks like one, from a file or a cast, did not pass the check in `make`. */
const made = new WeakSet<AllowAllPolicy>();

export const allowAll: PolicyKind<AllowAllPolicy, [{ production: boolean }]> = {
  /** Throws in production: no configuration may switch the gate off there by accident. */
  make: ({ production }) => {
    if (production !== false)
      throw new Error("toolApprovalPolicy.allowAll() is for tests; it is refused in production.");
    const policy: AllowAllPolicy = Object.freeze({ kind: "allowAll" });
    made.add(policy);
    return policy;
  },
  consider: (policy) => {
    if (!made.has(policy)) throw new ToolApprovalError("The policy allowAll was not made by its factory");
    return says(allow({ ruleId: "policy:allow-all", reason: "The policy allowAll asks nobody." }));
  },
  rules: none,
  refusesAll: never,
  members: none,
  otherwise: noOther,
};
