import type { Tool } from "#lib/gate/contract/tool.ts";
import { hidesFromAll, rulesHiding } from "#lib/policies/hiding-rules.ts";
import { sentenceOfRule } from "#lib/policies/sentence-of-rule.ts";
import type { HiddenBy } from "#lib/policies/changes/tools-page.ts";
import type { Policies } from "#lib/server/policies/policies.ts";

export type PoliciesOfTools = Pick<Policies, "current" | "appRules">;

/** The rules in force that hide a tool from models. */
export function hiddenBy({ server, ...tool }: Tool, { current, appRules }: PoliciesOfTools): HiddenBy[] {
  return rulesHiding(current(), { server, tool }).map((rule) => ({
    ruleId: appRules().get(rule.id) ?? rule.id,
    words: sentenceOfRule(rule),
    fromAll: hidesFromAll(rule),
    isOfApp: appRules().has(rule.id),
  }));
}
