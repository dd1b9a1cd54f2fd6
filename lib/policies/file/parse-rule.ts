import { parseDocument, stringify } from "yaml";
import { rulesOf } from "#lib/policies/parts-of-policy.ts";
import { parsePolicyFile, type PolicyFileProblem } from "./policy-file.ts";
import type { Rule } from "#lib/policies/rule.ts";

/**
 * Reads one rule as it would stand in the list of policy.yaml, with or without the dash before it. It must have an id,
 * by which it is known and removed.
 */
export function parseRule(
  text: string,
  options: { serverIds?: Iterable<string> } = {},
): { rule: Rule } | { problems: PolicyFileProblem[] } {
  const read = parsePolicyFile(fileOf(text), options);
  if ("problems" in read) {
    return { problems: read.problems.map(({ line, message }) => ({ line: Math.max(1, line - 1), message })) };
  }
  const rules = rulesOf(read.policy);
  const [rule] = rules;
  if (rule === undefined) return { problems: [{ line: 1, message: "there is no rule" }] };
  if (rules.length > 1)
    return { problems: [{ line: 1, message: "there is more than one rule; save them one by one" }] };
  if (rule.id === "rule-1") {
    return { problems: [{ line: 1, message: "the rule needs an `id:`, by which records can name it" }] };
  }
  return { rule };
}

/** The text of a rule that `parseRule` understands, with this reason in the place of its own. */
export function withReason(text: string, reason: string): string {
  const file = parseDocument(fileOf(text));
  file.setIn(["rules", 0, "reason"], reason);
  return stringify(file.getIn(["rules", 0], true), { lineWidth: 0 });
}

function fileOf(text: string): string {
  const lines = text.trimEnd().split("\n");
  const isListed = /^\s*-\s/.test(lines.find((line) => line.trim() !== "" && !line.trim().startsWith("#")) ?? "");
  const listed = isListed ? lines : lines.map((line, index) => `${index === 0 ? "- " : "  "}${line}`);
  return `rules:\n${listed.map((line) => `  ${line}`).join("\n")}\n`;
}
