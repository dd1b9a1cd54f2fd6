import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Predicate } from "#lib/policies/custom.ts";
import { type ToolApprovalPolicy, toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { mustBeFile } from "#lib/server/settings/open-regular.ts";

const loadMs = 10_000;
const isPolicy = /^[^._].*(?<!\.test|\.d)\.(?:ts|mts|js|mjs)$/;

/**
 * The owner's policies in code: every file in `policies/` beside `policy.yaml` whose default export is a predicate.
 * Loaded once, in the order of their names; `problem` is one sentence about the first that fails. A missing folder
 * means none.
 */
export async function loadCodePolicies(configDir: string): Promise<ToolApprovalPolicy[] | { problem: string }> {
  const folder = path.join(configDir, "policies");
  const policies: ToolApprovalPolicy[] = [];
  const names = await namesIn(folder);
  if ("problem" in names) return names;
  for (const name of names.filter((file) => isPolicy.test(file)).toSorted()) {
    const file = `policies/${name}`;
    const predicate = await exportedBy(path.join(folder, name));
    if ("problem" in predicate) return { problem: `${file} cannot be loaded: ${predicate.problem}` };
    policies.push(toolApprovalPolicy.custom(predicate.predicate, file));
  }
  return policies;
}

async function namesIn(folder: string): Promise<string[] | { problem: string }> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return [];
    return { problem: `${folder} cannot be read: ${error instanceof Error ? error.message : String(error)}.` };
  }
}

async function exportedBy(file: string): Promise<{ predicate: Predicate } | { problem: string }> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`it was not loaded within ${loadMs / 1_000} seconds`)), loadMs);
  try {
    mustBeFile(await stat(file));
    const loaded: unknown = await Promise.race([import(pathToFileURL(file).href), tooLate]);
    const predicate = typeof loaded === "object" && loaded !== null && "default" in loaded ? loaded.default : null;
    // Each call checks what it returns.
    if (typeof predicate === "function") return { predicate: predicate as Predicate };
    return { problem: "its default export is not a function that judges a call." };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { problem: `${(message.split("\n")[0] ?? "").replace(/\.$/, "")}.` };
  } finally {
    clearTimeout(timer);
  }
}

/** Combines the policy with those in code: the strictest wins, so code never loosens what rules say. */
export function withCode(code: readonly ToolApprovalPolicy[]): (policy: ToolApprovalPolicy) => ToolApprovalPolicy {
  return (policy) => (code.length === 0 ? policy : toolApprovalPolicy.all([policy, ...code]));
}
