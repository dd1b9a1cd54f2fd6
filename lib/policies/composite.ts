import { ToolApprovalError } from "#lib/verdict/tool-approval-error.ts";
import { together, type Considered } from "#lib/verdict/opinion.ts";
import type { ToolApprovalPolicy } from "./tool-approval-policy.ts";

/**
 * Several policies over one call. The strictest of them wins in both (row 16), for no combination may loosen what one
 * of its policies says: `all` must allow a call before it runs, and `any` that asks about it is heeded.
 */
export type AllPolicy = { readonly kind: "all"; readonly policies: readonly ToolApprovalPolicy[] };
export type AnyPolicy = { readonly kind: "any"; readonly policies: readonly ToolApprovalPolicy[] };

export function all(policies: readonly ToolApprovalPolicy[]): AllPolicy {
  return { kind: "all", policies: atLeastOne(policies) };
}

export function any(policies: readonly ToolApprovalPolicy[]): AnyPolicy {
  return { kind: "any", policies: atLeastOne(policies) };
}

function atLeastOne(policies: readonly ToolApprovalPolicy[]): readonly ToolApprovalPolicy[] {
  if (policies.length === 0) throw new TypeError("A composite of no policies says nothing.");
  return [...policies];
}

/** `consider` forms the opinion of each policy; it never rejects. */
export async function considerComposite(
  { policies }: AllPolicy | AnyPolicy,
  consider: (policy: ToolApprovalPolicy) => Promise<Considered>,
): Promise<Considered> {
  // One that was not made by its factory.
  if (!Array.isArray(policies) || policies.length === 0) throw new ToolApprovalError("A composite has no policies");
  return together(await Promise.all(policies.map(consider)));
}
