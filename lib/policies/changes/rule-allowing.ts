import { stringify } from "yaml";
import { judge } from "#lib/policies/judge.ts";
import { parseRule } from "#lib/policies/file/parse-rule.ts";
import type { RecordedCall } from "./recorded-call.ts";
import type { Rule } from "#lib/policies/rule.ts";
import type { ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { isAgentServer } from "#lib/verdict/agent-server.ts";
import { withRules } from "#lib/policies/with-rules.ts";

/** This many approvals of one call, none of them edited, are a habit. */
export const approvalsForRule = 5;

/** From this risk on no call is allowed for good. */
const tooRisky = 4;

/**
 * A rule that allows exactly this call, as YAML. Null where there is none: it would change nothing, a condition cannot
 * express its arguments, or it would hold for whoever says that they are the agent that called. `call` is one of the
 * approved ones.
 */
export async function ruleAllowing(
  policy: ToolApprovalPolicy,
  call: RecordedCall,
  key: string,
): Promise<{ text: string; rule: Rule } | null> {
  const { server, tool } = call.call;
  if (tool.name.includes("*") || tool.risk >= tooRisky || call.call.agents.length > 0) return null;
  if (isAgentServer(server.id)) return null;
  const text = stringify(
    new Map([
      ["id", `approved-${key.slice(0, 8)}`],
      ["server", server.id],
      ["tool", tool.name],
      // Canonical JSON is also a literal of CEL.
      ["when", `args == ${call.argumentsJson}`],
      ["then", "allow"],
      ["reason", "Approved as it is again and again."],
    ]),
  );
  const parsed = parseRule(text);
  if ("problems" in parsed) return null;
  const before = await judge(policy, call.call);
  const after = await judge(withRules(policy, [parsed.rule]), call.call);
  return before.verdict === "ask" && after.verdict === "allow" ? { text, rule: parsed.rule } : null;
}

/** Whether a rule alone would let a call through, or could not decide. */
export async function covers(rule: Rule, { call }: RecordedCall): Promise<boolean> {
  const { verdict, ruleId } = await judge(toolApprovalPolicy.rules([rule]), {
    ...call,
    tool: { ...call.tool, flag: "inherit" },
  });
  return verdict === "allow" || ruleId === `rule:${rule.id}`;
}
