import { z } from "zod";
import type { PolicyFileProblem } from "#lib/policies/file/policy-file.ts";

/** YAML of one rule. */
export const ruleText = z.string().min(1).max(5_000);

/** The problems of each line, one line of text each. */
export function fieldsOf(problems: PolicyFileProblem[]): Record<string, string> {
  return { rule: problems.map(({ line, message }) => `Line ${line}: ${message}.`).join("\n") };
}
