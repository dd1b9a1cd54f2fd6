import { expect, test } from "vitest";
import { callToJudge } from "#e2e/support/call-to-judge.ts";
import { policyOf } from "#e2e/support/policy-of.ts";
import type { PredicateAnswer } from "./custom.ts";
import { judge } from "./judge.ts";
import { rulesOfToolLists } from "#lib/policies/changes/tool-lists.ts";
import { toolApprovalPolicy, type ToolApprovalPolicy } from "./tool-approval-policy.ts";
import { allow, type ApprovalFlag, type Verdict } from "#lib/verdict/verdict.ts";
import { withRules } from "./with-rules.ts";

const { annotated, allowAll, denyAll, custom, all } = toolApprovalPolicy;
type Said = Verdict["verdict"];
const flags: ApprovalFlag[] = ["inherit", "always", "never"];

/** What stands beside everything else, as in the app: the rules and the default. */
const inApp = (code: ToolApprovalPolicy) => all([policyOf(""), code]);
const code = (judgement: PredicateAnswer) => custom(() => judgement, "policies/one.ts");
const lists = (names: Parameters<typeof rulesOfToolLists>[0]) => withRules(annotated(), rulesOfToolLists(names));
const noLists = { writeToolNames: [], deniedToolNames: [], dryRunToolNames: [], denyWriteChannels: [] };
const throwing = custom(() => {
  throw new Error("broken");
});

/**
 * For every source and everything that it may say: the result of a call of a tool that asks by default, with each flag,
 * and the result where a standing grant covers it.
 */
const table: [source: string, says: string, ToolApprovalPolicy, ungranted: Said[], granted: Said[]][] = [
  ["nothing", "nothing", policyOf(""), ["ask", "ask", "allow"], ["allow", "ask", "allow"]],
  ["denyAll", "deny", denyAll(), ["deny", "deny", "deny"], ["deny", "deny", "deny"]],
  ["denyAll in the file", "deny", policyOf("policy: denyAll"), ["deny", "deny", "deny"], ["deny", "deny", "deny"]],
  ["allowAll", "allow", allowAll({ production: false }), ["allow", "ask", "allow"], ["allow", "ask", "allow"]],
  ["a rule", "deny", policyOf("rules: [{ then: deny }]"), ["deny", "deny", "deny"], ["deny", "deny", "deny"]],
  ["a rule", "ask", policyOf("rules: [{ then: ask }]"), ["ask", "ask", "ask"], ["allow", "ask", "allow"]],
  ["a rule", "allow", policyOf("rules: [{ then: allow }]"), ["allow", "ask", "allow"], ["allow", "ask", "allow"]],
  ...(["deny", "ask", "allow"] as const).map((then): (typeof table)[number] => [
    `a rule that ${then === "deny" ? "denies" : `says ${then}`}`,
    "nothing that can be decided",
    policyOf(`rules: [{ when: args.missing, then: ${then} }]`),
    ["ask", "ask", "ask"],
    // Nobody knows whether it would have refused, so no grant skips that.
    then === "deny" ? ["ask", "ask", "ask"] : ["allow", "ask", "allow"],
  ]),
  ["the list of denied tools", "deny", lists({ ...noLists, deniedToolNames: ["refund"] }), ...three("deny", "deny")],
  ["the list of tools that ask", "ask", lists({ ...noLists, writeToolNames: ["refund"] }), ...three("ask", "allow")],
  ["code", "true", inApp(code(true)), ["ask", "ask", "ask"], ["allow", "ask", "allow"]],
  ["code", "ask", inApp(code({ verdict: "ask", reason: "?" })), ["ask", "ask", "ask"], ["allow", "ask", "allow"]],
  ["code", "deny", inApp(code({ verdict: "deny", reason: "No." })), ["deny", "deny", "deny"], ["deny", "deny", "deny"]],
  // A call that it lets pass is judged as if it were not there.
  ["code", "false", inApp(code(false)), ["ask", "ask", "allow"], ["allow", "ask", "allow"]],
  ["code", "allow", inApp(code({ verdict: "allow", reason: "." })), ["ask", "ask", "allow"], ["allow", "ask", "allow"]],
  ["code", "nothing usable", inApp(throwing), ["ask", "ask", "ask"], ["ask", "ask", "ask"]],
  ["code alone", "ask", code(true), ["ask", "ask", "ask"], ["allow", "ask", "allow"]],
  ["code alone", "allow", code(false), ["allow", "ask", "allow"], ["allow", "ask", "allow"]],
];

function three(ungranted: Said, granted: Said): [Said[], Said[]] {
  return [
    [ungranted, ungranted, ungranted],
    granted === "allow" ? ["allow", "ask", "allow"] : [granted, granted, granted],
  ];
}

const grant = allow({ ruleId: "grant:1", reason: "You allowed it." });

test.each(table)("row 16, S3.6: %s that says %s has its one place, with each flag", async (_, __, policy, no, yes) => {
  for (const [at, flag] of flags.entries()) {
    const call = callToJudge({ server: { trusted: true }, tool: { flag } });
    expect((await judge(policy, call)).verdict, flag).toBe(no[at]);
    expect((await judge(policy, call, { grant })).verdict, `${flag}, with a grant`).toBe(yes[at]);
    // Together with any other, the stricter of the two counts, wherever they stand.
    for (const [, , other, others] of table) {
      const [one, two] = [no[at]!, others[at]!];
      const stricter = [one, two].includes("deny") ? "deny" : [one, two].includes("ask") ? "ask" : "allow";
      for (const both of [all([policy, other]), all([other, policy])]) {
        expect((await judge(both, call)).verdict, flag).toBe(stricter);
      }
    }
  }
});

test("row 16: code that asks is named on the card beside a rule that asks, also where the flag is never", async () => {
  const policy = all([policyOf("rules: [{ id: mail, then: ask }]"), code(true)]);
  const verdict = await judge(policy, callToJudge({ tool: { flag: "never" } }));
  expect(verdict).toMatchObject({ verdict: "ask", ruleId: "rule:mail" });
  expect(verdict.metadata["also"]).toMatchObject([{ ruleId: "policy:policies/one.ts" }]);
});
