import { judgeAllowAll } from "./allow-all.ts";
import { judgeAnnotated } from "./annotated.ts";
import { judgeCustom } from "./custom.ts";
import { judgeDenyAll } from "./deny-all.ts";
import { judgeByRules, judgeRules } from "./rules.ts";
import { ToolApprovalError } from "./tool-approval-error.ts";
import type { ToolApprovalPolicy } from "./tool-approval-policy.ts";
import { allow, ask, type CallToJudge, type Verdict } from "./verdict.ts";

/**
 * Judges one tool call; the strictest wins, in this order:
 *
 *   the policy denies → the approval layer failed (ask) → flag `always` (ask) → a rule that fits (ask, allow) →
 *   flag `never` (allow) → the policy
 *
 * So nothing skips `always` (it must reach a person), and `never` skips what a policy would ask (S3.6) but neither what
 * it denies nor what a rule of the owner asks about. Never rejects: a failure is a question to a person, told to `report` with its cause (S3.4).
 */
export async function judge(
  policy: ToolApprovalPolicy,
  call: CallToJudge,
  report: (error: ToolApprovalError) => void = () => {},
): Promise<Verdict> {
  const opinion = await opinionOf(policy, call);
  if (opinion instanceof ToolApprovalError) {
    report(opinion);
    const reason = `${opinion.message}, so a person is asked.`;
    return ask({ ruleId: "policy:failed", reason, metadata: { error: opinion.name } });
  }
  if (opinion.verdict === "deny") return opinion;
  switch (call.tool.flag) {
    case "inherit":
      return opinion;
    case "never": {
      const ruled = policy.kind === "rules" ? judgeByRules(policy, call) : null;
      return ruled ?? allow({ ruleId: "flag:never", reason: "The owner set this tool to run without asking." });
    }
    default:
      // `always`, and anything that is no flag at all.
      return ask({ ruleId: "flag:always", reason: "The owner set this tool to ask every time." });
  }
}

type PolicyOf<Kind> = Extract<ToolApprovalPolicy, { kind: Kind }>;

const judges: {
  [Kind in ToolApprovalPolicy["kind"]]: (policy: PolicyOf<Kind>, call: CallToJudge) => Verdict | Promise<Verdict>;
} = {
  annotated: judgeAnnotated,
  allowAll: judgeAllowAll,
  denyAll: judgeDenyAll,
  custom: judgeCustom,
  rules: judgeRules,
};

async function opinionOf<Kind extends ToolApprovalPolicy["kind"]>(
  policy: PolicyOf<Kind> & { kind: Kind },
  call: CallToJudge,
): Promise<Verdict | ToolApprovalError> {
  try {
    if (!Object.hasOwn(judges, policy.kind)) return new ToolApprovalError("The policy is of an unknown kind");
    return await judges[policy.kind](policy, call);
  } catch (cause) {
    if (cause instanceof ToolApprovalError) return cause;
    return new ToolApprovalError("The approval policy failed", { cause });
  }
}
