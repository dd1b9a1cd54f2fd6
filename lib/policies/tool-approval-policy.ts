import { all, type AllPolicy } from "./all.ts";
import { allowAll } from "./allow-all.ts";
import { annotated } from "./annotated.ts";
import { custom } from "./custom.ts";
import { denyAll } from "./deny-all.ts";
import type { PolicyKind } from "./policy-kind.ts";
import { rules } from "./rules.ts";

/** Every kind of policy that has no others inside (S1.1). */
const simple = { annotated, allowAll, denyAll, custom, rules };

type Simple = typeof simple;
export type ToolApprovalPolicy = ReturnType<Simple[keyof Simple]["make"]> | AllPolicy<ToolApprovalPolicy>;
type PolicyOf<Kind> = Extract<ToolApprovalPolicy, { kind: Kind }>;

const composite = all<ToolApprovalPolicy>();

/** The compiler checks that each kind has the name of its policies. */
const kinds: {
  readonly [Kind in ToolApprovalPolicy["kind"]]: PolicyKind<PolicyOf<Kind>, never, ToolApprovalPolicy>;
} = { ...simple, all: composite };

// Each maker under the name of its kind.
const makers = Object.fromEntries(Object.entries(simple).map(([kind, { make }]) => [kind, make])) as {
  [Kind in keyof Simple]: Simple[Kind]["make"];
};

/** `any` is `all`: the strictest wins, whichever it is called. */
export const toolApprovalPolicy = { ...makers, all: composite.make, any: composite.make };

/** Null for an object that only looks like a policy. */
export function kindOf(policy: ToolApprovalPolicy): PolicyKind<ToolApprovalPolicy, never, ToolApprovalPolicy> | null {
  // The table above pairs each policy with its kind.
  return Object.hasOwn(kinds, policy.kind)
    ? (kinds[policy.kind] as PolicyKind<ToolApprovalPolicy, never, ToolApprovalPolicy>)
    : null;
}
