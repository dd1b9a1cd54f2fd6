import { ToolApprovalError } from "#lib/verdict/tool-approval-error.ts";
import { together, type Considered } from "#lib/verdict/opinion.ts";

/**
 * Several policies over one call. The strictest of them wins in both (row 16), for no combination may loosen what one
 * of its policies says: `all` must allow a call before it runs, and `any` that asks about it is heeded.
 */
export interface AllPolicy<Policy> {
  readonly kind: "all";
  readonly policies: readonly Policy[];
}
export interface AnyPolicy<Policy> {
  readonly kind: "any";
  readonly policies: readonly Policy[];
}

export function all<Policy>(policies: readonly Policy[]): AllPolicy<Policy> {
  return { kind: "all", policies: atLeastOne(policies) };
}

export function any<Policy>(policies: readonly Policy[]): AnyPolicy<Policy> {
  return { kind: "any", policies: atLeastOne(policies) };
}

function atLeastOne<Policy>(policies: readonly Policy[]): readonly Policy[] {
  if (policies.length === 0) throw new TypeError("A composite of no policies says nothing.");
  return [...policies];
}

/** `consider` forms the opinion of each policy; it never rejects. */
export async function considerComposite<Policy>(
  { policies }: AllPolicy<Policy> | AnyPolicy<Policy>,
  consider: (policy: Policy) => Promise<Considered>,
): Promise<Considered> {
  // One that was not made by its factory.
  if (!Array.isArray(policies) || policies.length === 0) throw new ToolApprovalError("A composite has no policies");
  return together(await Promise.all(policies.map(consider)));
}
