import { isScalar, type ParsedNode } from "yaml";
import { risks, type Risk } from "#lib/verdict/risk.ts";
import type { RuleFields } from "./rule-fields.ts";

const comparisons: Record<string, (risk: number, level: number) => boolean> = {
  "": (risk, level) => risk === level,
  ">=": (risk, level) => risk >= level,
  ">": (risk, level) => risk > level,
  "<=": (risk, level) => risk <= level,
  "<": (risk, level) => risk < level,
};

/** The levels that `risk: 3`, `risk: L3`, `risk: ">=3"` or a list of such mean; null where the key is absent. */
export function readRisks(fields: RuleFields): Risk[] | null {
  const read = fields.list("risk", (node) => {
    const meant = meantBy(node);
    if (meant.length > 0) return meant;
    fields.complain(node, '`risk` is a level from 0 to 5, a comparison like ">=3", or a list of such');
    return null;
  });
  return read === null ? null : risks.filter((risk) => read.some((levels) => levels.includes(risk)));
}

function meantBy(node: ParsedNode | null): Risk[] {
  const value = isScalar(node) ? node.value : null;
  const [, comparison = "", level] = /^(>=?|<=?|) ?L?([0-5])$/.exec(String(value)) ?? [];
  const compare = comparisons[comparison];
  return level === undefined || !compare ? [] : risks.filter((risk) => compare(risk, Number(level)));
}
