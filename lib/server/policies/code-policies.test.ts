import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { callToJudge } from "#e2e/support/call-to-judge.ts";
import { policyOf } from "#e2e/support/policy-of.ts";
import { judge } from "#lib/policies/judge.ts";
import type { ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { loadCodePolicies, withCode } from "./code-policies.ts";

/** A configuration folder with these files in `policies/`. */
function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(tmpdir(), "policies-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, "policies"));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, "policies", name), text);
  return folder;
}

async function loaded(files: Record<string, string>): Promise<ToolApprovalPolicy[]> {
  const code = await loadCodePolicies(folderWith(files));
  if ("problem" in code) throw new Error(code.problem);
  return code;
}

const annotated = policyOf("");

test("S2.12: policies in code are read from TypeScript, and a folder without any is none", async () => {
  const code = await loaded({
    "b.ts": "export default ({ tool }: { tool: { name: string } }): boolean => tool.name === 'b';",
    "a.mjs": "export default async () => false;",
    "notes.md": "no policy",
    "_shared.ts": "export const limit = 1;",
    "b.test.ts": "throw new Error('a test');",
    "b.d.ts": "export default 1;",
  });
  expect(code.map((policy) => policy.kind === "custom" && policy.file)).toEqual(["policies/a.mjs", "policies/b.ts"]);
  expect(await loadCodePolicies(mkdtempSync(path.join(tmpdir(), "none-")))).toEqual([]);
});

test("row 16: of rules and code the strictest wins, so code never loosens", async () => {
  const code = await loaded({
    "refunds.ts": `export default ({ tool, arguments: { amount } }: any) => {
      if (tool.name !== "refund") return false;
      return Number(amount) < 100 ? false : Number(amount) < 1000 ? true : { verdict: "deny", reason: "Too much." };
    };`,
  });
  const around = withCode(code);
  const allows = around(policyOf("rules:\n  - { tool: [refund, other], then: allow }"));
  const verdict = (policy: ToolApprovalPolicy, amount: number, name = "refund") =>
    judge(policy, callToJudge({ tool: { name }, arguments: { amount } }));
  expect(await verdict(allows, 50)).toMatchObject({ verdict: "allow", ruleId: "rule:rule-1" });
  expect(await verdict(allows, 500)).toMatchObject({
    verdict: "ask",
    ruleId: "policy:policies/refunds.ts",
    reason: "The policy in policies/refunds.ts asks about this call.",
  });
  expect(await verdict(allows, 5_000)).toMatchObject({ verdict: "deny", reason: "Too much." });
  expect(await verdict(allows, 5_000, "other")).toMatchObject({ verdict: "allow" });
  // What it lets pass is left to the default, which asks.
  expect(await verdict(around(annotated), 50)).toMatchObject({ verdict: "ask", ruleId: "annotated:not-trusted" });
  expect((await verdict(around(policyOf("policy: denyAll")), 50)).verdict).toBe("deny");
  expect(withCode([])(annotated)).toBe(annotated);
});

test("S3.4: code that throws, does not answer within a second, or answers nonsense asks, whatever rules allow", async () => {
  const allows = policyOf("rules:\n  - then: allow");
  for (const [text, problem] of [
    ["export default () => { throw new Error('secret'); };", "The policy in policies/p.ts failed"],
    ["export default async () => { throw new Error('secret'); };", "The policy in policies/p.ts failed"],
    ["export default () => 'allow';", "The policy in policies/p.ts gave no usable answer"],
    ["export default () => new Promise(() => {});", "The policy in policies/p.ts did not answer within 1000 ms"],
  ] as const) {
    const policy = withCode(await loaded({ "p.ts": text }))(allows);
    vi.useFakeTimers();
    const judged = judge(policy, callToJudge());
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    const reason = `${problem}, so a person is asked.`;
    expect(await judged).toEqual({
      verdict: "ask",
      ruleId: "policy:failed",
      reason,
      metadata: { error: "ToolApprovalError" },
    });
  }
});

test.each([
  ["const x: = 1;", /^policies\/p\.ts cannot be loaded: /],
  ["throw new Error('The list is missing.');", /^policies\/p\.ts cannot be loaded: The list is missing\.$/],
  ["import './not-there.ts';", /^policies\/p\.ts cannot be loaded: .*not-there/],
  ["export const policy = () => true;", /^policies\/p\.ts cannot be loaded: its default export is not a function/],
  ["export default { verdict: 'allow' };", /its default export is not a function that judges a call\.$/],
])("code that cannot be loaded is one sentence: %j", async (text, problem) => {
  const read = await loadCodePolicies(folderWith({ "p.ts": text }));
  expect(read).toEqual({ problem: expect.stringMatching(problem) });
});
