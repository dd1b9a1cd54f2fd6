import { judge } from "./judge.ts";
import { toolApprovalPolicy, type ToolApprovalPolicy } from "./tool-approval-policy.ts";
import type { CallToJudge, Verdict } from "#lib/verdict/verdict.ts";

/**
 * For harnesses: policies around another one, which answer in code what it asks (S1.10). They change nothing of what it
 * allows or refuses. The gate knows nothing of them, so a tool flagged `always` is still asked about (row 4).
 */
export const approvalStrategy = {
  /** Throws in production, where nothing but a person accepts. A policy that failed is still asked about. */
  autoApprove: (policy: ToolApprovalPolicy, { production }: { production: boolean }): ToolApprovalPolicy => {
    if (production !== false)
      throw new Error("approvalStrategy.autoApprove() is for tests; it is refused in production.");
    return answered(policy, (asked, { tool: { flag } }) => {
      const failed = asked.ruleId === "policy:failed" || asked.metadata["problem"] !== undefined;
      if (failed || (flag !== "inherit" && flag !== "never")) return asked;
      return { verdict: "allow", reason: "The strategy autoApprove answers yes to this question." };
    });
  },
  autoDeny: (policy: ToolApprovalPolicy): ToolApprovalPolicy =>
    answered(policy, () => ({
      verdict: "deny",
      reason: "The strategy autoDeny answers no to every question.",
    })),
};

type Said = Pick<Verdict, "verdict" | "reason"> & Partial<Pick<Verdict, "metadata">>;

function answered(policy: ToolApprovalPolicy, answer: (asked: Verdict, call: CallToJudge) => Said): ToolApprovalPolicy {
  return toolApprovalPolicy.custom(async (call) => {
    const judged = await judge(policy, call);
    const { verdict, reason, metadata = {} } = judged.verdict === "ask" ? answer(judged, call) : judged;
    return { verdict, reason, metadata };
  });
}
