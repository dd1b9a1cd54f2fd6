import { allowAll, type AllowAllPolicy } from "./allow-all.ts";
import type { AnnotatedPolicy } from "./annotated.ts";
import { all, any, type AllPolicy, type AnyPolicy } from "./composite.ts";
import { custom, type CustomPolicy } from "./custom.ts";
import type { DenyAllPolicy } from "./deny-all.ts";
import type { RulesPolicy } from "./rules.ts";
import type { Rule } from "./rule.ts";

/** A closed union (S1.1): a kind is one file, one line here and one line in the registry of judge.ts. */
export type ToolApprovalPolicy =
  | AnnotatedPolicy
  | AllowAllPolicy
  | DenyAllPolicy
  | CustomPolicy
  | RulesPolicy
  | AllPolicy<ToolApprovalPolicy>
  | AnyPolicy<ToolApprovalPolicy>;

export const toolApprovalPolicy = {
  annotated: (): AnnotatedPolicy => ({ kind: "annotated" }),
  /** Throws unless `production` is false. */
  allowAll,
  denyAll: (): DenyAllPolicy => ({ kind: "denyAll" }),
  custom,
  all: all<ToolApprovalPolicy>,
  any: any<ToolApprovalPolicy>,
  rules: (rules: readonly Rule[], otherwise: RulesPolicy["otherwise"] = "annotated"): RulesPolicy => ({
    kind: "rules",
    rules,
    otherwise,
  }),
};
