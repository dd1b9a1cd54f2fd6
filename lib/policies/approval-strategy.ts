import { ToolApprovalError } from "#lib/verdict/tool-approval-error.ts";
import { allow, deny, type ApprovalFlag, type Verdict } from "#lib/verdict/verdict.ts";

/**
 * Who answers what a policy asks (S1.10): a person, for whom the call is parked, or in a harness nobody. It is read
 * after the policies and never changes what they allow or refuse.
 */
export type ApprovalStrategy =
  | { readonly kind: "parked" }
  | { readonly kind: "autoApprove" }
  | { readonly kind: "autoDeny" };

/** Strategies made here. A strategy from a file or a cast has not passed the check below. */
const made = new WeakSet<ApprovalStrategy>();

export const approvalStrategy = {
  parked: (): ApprovalStrategy => ({ kind: "parked" }),
  /** For harnesses; throws in production, where nothing but a person accepts. */
  autoApprove: ({ production }: { production: boolean }): ApprovalStrategy => {
    if (production !== false)
      throw new Error("approvalStrategy.autoApprove() is for tests; it is refused in production.");
    const strategy: ApprovalStrategy = Object.freeze({ kind: "autoApprove" });
    made.add(strategy);
    return strategy;
  },
  autoDeny: (): ApprovalStrategy => ({ kind: "autoDeny" }),
};

/**
 * The verdict of a strategy on a call that asks. A tool flagged `always` reaches a person whatever the strategy (row
 * 4), and so does a call that asks because a policy failed.
 */
export function settledBy(strategy: ApprovalStrategy, verdict: Verdict, flag: ApprovalFlag): Verdict {
  if (verdict.verdict !== "ask") return verdict;
  switch (strategy.kind) {
    case "parked":
      return verdict;
    case "autoDeny":
      return deny({ ruleId: "strategy:auto-deny", reason: "The strategy autoDeny answers no to every question." });
    case "autoApprove": {
      if (!made.has(strategy)) throw new ToolApprovalError("The strategy autoApprove was not made by its factory");
      const failed = verdict.ruleId === "policy:failed" || verdict.metadata["problem"] !== undefined;
      if (failed || (flag !== "inherit" && flag !== "never")) return verdict;
      return allow({
        ruleId: "strategy:auto-approve",
        reason: "The strategy autoApprove answers yes to this question.",
      });
    }
  }
}
