import { expect, test } from "vitest";
import { hidingRules } from "#lib/policies/hiding-rules.ts";
import { parseRule } from "#lib/policies/file/parse-rule.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { ruleHiding } from "./tool-hiding.tsx";

test("row 14: the rule of the tools page refuses and hides exactly one tool, whatever its name", () => {
  for (const tool of ["list", "a: b", "yes", 'say "hi"', "- x", "{toolName}", "#1"]) {
    const read = parseRule(ruleHiding("shop", tool) ?? "", { serverIds: ["shop"] });
    if ("problems" in read) throw new Error(JSON.stringify(read.problems));
    expect(read.rule).toMatchObject({ id: `hide shop/${tool}`, server: "shop", tools: [tool], verdict: "deny" });
    expect(hidingRules(toolApprovalPolicy.rules([read.rule]))).toHaveLength(1);
  }
  expect(ruleHiding("shop", "get_*")).toBeNull();
});
