import { isMap, isSeq, type ParsedNode } from "yaml";
import { readRule } from "./read-rule.ts";
import type { Rule } from "#lib/policies/rule.ts";
import { RuleFields, type Complain } from "./rule-fields.ts";

const mostRules = 1_000;

/** Reads the `rules:` of `policy.yaml`; everything that is not understood is told to `complain`. */
export function readRules(list: ParsedNode | null, serverIds: ReadonlySet<string> | null, complain: Complain): Rule[] {
  if (!isSeq(list)) {
    complain(list, "`rules` is not a list, in which each rule begins with `- `");
    return [];
  }
  if (list.items.length > mostRules) {
    complain(list, `there are more than ${mostRules} rules`);
    return [];
  }
  const ids = new Set<string>();
  return list.items.flatMap((node, index) => {
    if (!isMap<ParsedNode, ParsedNode | null>(node)) {
      complain(node, "a rule is a list of keys, like `then: ask`");
      return [];
    }
    const rule = readRule(new RuleFields(node, complain), `rule-${index + 1}`, serverIds);
    if (ids.has(rule.id)) complain(node, `there is another rule with the id ${JSON.stringify(rule.id)}`);
    ids.add(rule.id);
    return [rule];
  });
}
