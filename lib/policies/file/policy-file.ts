import { isMap, isScalar, LineCounter, type ParsedNode } from "yaml";
import { meantInstead, plainYamlProblem } from "./plain-problem.ts";
import type { Complain } from "./rule-fields.ts";
import { readRules } from "./read-rules.ts";
import type { Rule } from "#lib/policies/rule.ts";
import { documentsIn, hasMorePieces, repeatedKeys } from "./documents-in.ts";
import { toolApprovalPolicy, type ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";

/** `line` counts from 1. */
export type PolicyFileProblem = { line: number; message: string };

/** What judges the calls that no rule fits; `allowAll` and `custom` exist in code only. */
const choices = ["annotated", "denyAll"] as const;
type Choice = (typeof choices)[number];

const maxCharacters = 256 * 1024;
/** Parsing takes 2 µs for each. Enough for more than a thousand rules of a few keys. */
const mostPieces = 50_000;
/** Upper bound of the problems that are reported. */
const mostProblems = 20;

type Options = {
  /** Servers that rules may name; without it any. */
  serverIds?: Iterable<string>;
};

/**
 * Reads `policy.yaml`: `policy` for what no rule fits (`annotated` when it is left out) and `rules`. Whatever is not
 * understood is a problem, and a file with a problem is no policy.
 */
export function parsePolicyFile(
  text: string,
  { serverIds }: Options = {},
): { policy: ToolApprovalPolicy } | { problems: PolicyFileProblem[] } {
  if (text.length > maxCharacters) return { problems: [{ line: 1, message: "the file is larger than 256 KB" }] };
  if (hasMorePieces(text, mostPieces)) return { problems: [{ line: 1, message: tooMuch }] };
  const lines = new LineCounter();
  const documents = documentsIn(text, lines, { uniqueKeys: false });
  if (documents === null) return { problems: [{ line: 1, message: "the file is nested too deeply to be read" }] };
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line);

  const broken = documents.flatMap(({ errors, warnings }) => [...errors, ...warnings]);
  if (broken.length > 0)
    return {
      problems: distinct(
        broken.map(({ pos, message }) => ({ line: lineAt(pos[0]), message: plainYamlProblem(message) })),
      ),
    };
  const [first, second] = documents;
  if (second) return { problems: [{ line: lineAt(second.range[0]), message: "only one document is allowed" }] };
  return readPolicy(first?.contents ?? null, { lineAt, serverIds: serverIds ? new Set(serverIds) : null });
}

const tooMuch = "there is more in the file than is read at once, which are about a thousand short rules";

type Reading = { lineAt: (offset: number) => number; serverIds: ReadonlySet<string> | null };

function readPolicy(root: ParsedNode | null, { lineAt, serverIds }: Reading) {
  let otherwise: Choice = "annotated";
  let rules: Rule[] = [];
  if (root === null || (isScalar(root) && root.value === null)) return { policy: policyOf(otherwise, rules) };
  if (!isMap(root))
    return {
      problems: [
        { line: lineAt(root.range[0]), message: "expected `policy:` or `rules:`, with the rules in a list below it" },
      ],
    };

  const problems: PolicyFileProblem[] = [];
  for (const key of repeatedKeys(root)) {
    problems.push({ line: lineAt(key.range[0]), message: `the key \`${String(key)}\` is there twice` });
  }
  for (const { key, value } of root.items) {
    const complain: Complain = (node, message) => problems.push({ line: lineAt((node ?? key).range[0]), message });
    const name = isScalar(key) ? key.value : null;
    if (name === "policy") {
      const chosen = choices.find((choice) => isScalar(value) && value.value === choice);
      if (chosen) otherwise = chosen;
      else complain(key, `unknown policy; choose one of ${choices.join(", ")}`);
    } else if (name === "rules") {
      rules = readRules(value, serverIds, complain);
    } else {
      const near = meantInstead(name, ["policy", "rules"]);
      complain(
        key,
        near === null
          ? `unknown key ${JSON.stringify(name)}; the keys are \`policy\` and \`rules\``
          : `unknown key ${JSON.stringify(name)}; the keys are \`policy\` and \`rules\`; perhaps \`${near}\` is meant`,
      );
    }
  }
  return problems.length > 0 ? { problems: distinct(problems) } : { policy: policyOf(otherwise, rules) };
}

/** One mistake may be found more than once. */
function distinct(problems: PolicyFileProblem[]): PolicyFileProblem[] {
  const known = new Map(problems.map((problem) => [`${problem.line} ${problem.message}`, problem]));
  return [...known.values()].slice(0, mostProblems);
}

function policyOf(otherwise: Choice, list: Rule[]): ToolApprovalPolicy {
  return list.length === 0 ? toolApprovalPolicy[otherwise]() : toolApprovalPolicy.rules(list, otherwise);
}
