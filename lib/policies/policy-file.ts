import { isMap, isScalar, LineCounter, parseAllDocuments, type ParsedNode } from "yaml";
import { toolApprovalPolicy, type ToolApprovalPolicy } from "./tool-approval-policy.ts";

/** `line` counts from 1. */
export type PolicyFileProblem = { line: number; message: string };

/** The policies that a file may choose; `allowAll` and `custom` exist in code only. */
const choices: { [name in "annotated" | "denyAll"]: () => ToolApprovalPolicy } = {
  annotated: toolApprovalPolicy.annotated,
  denyAll: toolApprovalPolicy.denyAll,
};

const maxCharacters = 64 * 1024;

/** Reads `policy.yaml`. A file without a `policy` means `annotated`; whatever is not understood is a problem. */
export function parsePolicyFile(text: string): { policy: ToolApprovalPolicy } | { problems: PolicyFileProblem[] } {
  if (text.length > maxCharacters) return { problems: [{ line: 1, message: "the file is larger than 64 KB" }] };
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line);

  const broken = documents.flatMap(({ errors, warnings }) => [...errors, ...warnings]);
  if (broken.length > 0) return { problems: broken.map(({ pos, message }) => ({ line: lineAt(pos[0]), message })) };
  const [first, second] = documents;
  if (second) return { problems: [{ line: lineAt(second.range[0]), message: "only one document is allowed" }] };
  return readPolicy(first?.contents ?? null, lineAt);
}

function readPolicy(root: ParsedNode | null, lineAt: (offset: number) => number) {
  let policy = choices.annotated();
  if (root === null || (isScalar(root) && root.value === null)) return { policy };
  if (!isMap(root)) return { problems: [{ line: lineAt(root.range[0]), message: "expected `policy: annotated`" }] };

  const problems: PolicyFileProblem[] = [];
  for (const { key, value } of root.items) {
    const name = isScalar(key) ? key.value : null;
    const at = lineAt(key.range[0]);
    if (name !== "policy") {
      problems.push({ line: at, message: `unknown key ${JSON.stringify(name)}; the only key is \`policy\`` });
      continue;
    }
    const chosen = isScalar(value) ? value.value : null;
    if (chosen === "annotated" || chosen === "denyAll") policy = choices[chosen]();
    else problems.push({ line: at, message: `unknown policy; choose one of ${Object.keys(choices).join(", ")}` });
  }
  return problems.length > 0 ? { problems } : { policy };
}
