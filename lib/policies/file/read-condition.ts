import { isMap, isScalar, isSeq, type ParsedNode } from "yaml";
import { parseCondition, type Condition } from "#lib/policies/conditions/condition.ts";
import { allOf, anyOf } from "#lib/policies/conditions/any-of.ts";
import { plainConditionProblem } from "./plain-problem.ts";
import type { RuleFields } from "./rule-fields.ts";

const joins = { any: anyOf, all: allOf };
const mostConditions = 20;
const mostDepth = 5;

/**
 * A `when:`: an expression, or `any:` or `all:` of a list of such. Null, with a complaint, for one that is not
 * understood.
 */
export function readCondition(fields: RuleFields, node: ParsedNode | null, depth = 1): Condition | null {
  if (isMap<ParsedNode, ParsedNode | null>(node)) return readJoined(fields, node, depth);
  const source = fields.textOf(node, "when");
  if (source === null) return null;
  const condition = parseCondition(source);
  if (!("problem" in condition)) return condition;
  fields.complain(node, `\`when: ${source}\`: ${plainConditionProblem(source, condition.problem)}`);
  return null;
}

function readJoined(fields: RuleFields, node: ParsedNode, depth: number): Condition | null {
  const [pair, second] = isMap<ParsedNode, ParsedNode | null>(node) ? node.items : [];
  const word = isScalar(pair?.key) ? pair.key.value : null;
  const list = pair?.value ?? null;
  if (second || (word !== "any" && word !== "all") || !isSeq<ParsedNode | null>(list)) {
    fields.complain(node, "`when` is an expression, or `any:` or `all:` with a list of them");
    return null;
  }
  if (list.items.length === 0 || list.items.length > mostConditions || depth > mostDepth) {
    fields.complain(list, `\`${word}\` is a list of 1 to ${mostConditions} conditions, at most ${mostDepth} deep`);
    return null;
  }
  const conditions = list.items.map((item) => readCondition(fields, item, depth + 1));
  const understood = conditions.filter((condition) => condition !== null);
  return understood.length === conditions.length ? joins[word](understood) : null;
}
