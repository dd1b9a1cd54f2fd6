import fc from "fast-check";
import { expect, test } from "vitest";
import { callToJudge } from "#e2e/support/call-to-judge.ts";
import { policyOf } from "#e2e/support/policy-of.ts";
import { judge, weigh } from "./judge.ts";
import { toolApprovalPolicy, type ToolApprovalPolicy } from "./tool-approval-policy.ts";
import { allow, ask, deny, type ApprovalFlag, type Verdict } from "#lib/verdict/verdict.ts";

const verdicts = ["allow", "ask", "deny"] as const;
type Said = Verdict["verdict"];
const strictest = (said: readonly Said[]) => verdicts[Math.max(...said.map((one) => verdicts.indexOf(one)))];

/** Rules as a file has them; `undecided` are those whose condition fails on these arguments. */
type Written = { verdict: Said; fits: "fits" | "fits not" | "undecided" };

const written = fc.array(
  fc.record<Written>({ verdict: fc.constantFrom(...verdicts), fits: fc.constantFrom("fits", "fits not", "undecided") }),
  { maxLength: 5 },
);
const conditions = { fits: "true", "fits not": "false", undecided: "args.missing > 1" };

function fileOf(rules: readonly Written[], policy = "annotated"): ToolApprovalPolicy {
  const lines = rules.map(({ verdict, fits }) => `  - { when: '${conditions[fits]}', then: ${verdict} }`);
  return policyOf(`policy: ${policy}\n${lines.length === 0 ? "" : `rules:\n${lines.join("\n")}`}`);
}

/** The order of the design, written once more, as simply as possible. */
function expected(
  rules: readonly Written[],
  { shadow, flag, granted, harmless }: { shadow: boolean; flag: ApprovalFlag; granted: boolean; harmless: boolean },
): Said {
  if (shadow) return "deny";
  const fitting = rules.filter(({ fits }) => fits === "fits").map(({ verdict }) => verdict);
  if (fitting.includes("deny")) return "deny";
  if (rules.some(({ verdict, fits }) => verdict === "deny" && fits === "undecided")) return "ask";
  if (flag === "always") return "ask";
  if (granted) return "allow";
  const undecided = rules.some(({ fits }) => fits === "undecided");
  const said = strictest([...fitting, ...(undecided ? (["ask"] as const) : [])]);
  if (said !== undefined) return said;
  if (flag === "never") return "allow";
  return harmless ? "allow" : "ask";
}

const circumstances = fc.record({
  shadow: fc.boolean(),
  flag: fc.constantFrom<ApprovalFlag>("inherit", "always", "never"),
  granted: fc.boolean(),
  harmless: fc.boolean(),
});

const callIn = ({ flag, harmless }: { flag: ApprovalFlag; harmless: boolean }) =>
  callToJudge({
    server: { trusted: true },
    tool: { flag, risk: 0, annotations: harmless ? { readOnlyHint: true } : {} },
  });

const grant = allow({ ruleId: "grant:1", reason: "You allowed it." });

test("row 4, row 16: denyAll, deny, always, grants, rules, the flag, the default: in this order, whatever the order of the rules", async () => {
  await fc.assert(
    fc.asyncProperty(written, circumstances, async (rules, about) => {
      const call = callIn(about);
      for (const order of [rules, rules.toReversed()]) {
        const policy = fileOf(order, about.shadow ? "denyAll" : "annotated");
        const verdict = await judge(policy, call, { grant: about.granted ? grant : null });
        expect(verdict.verdict).toBe(expected(rules, about));
        expect(verdict.reason).not.toBe("");
        if (verdict.ruleId === grant.ruleId) expect(about.flag).not.toBe("always");
      }
    }),
    { numRuns: 2_000 },
  );
});

test("A11, row 4: a grant skips neither a denial nor a failure nor `always`, and only `allow` counts as one", async () => {
  const failing = toolApprovalPolicy.custom(() => {
    throw new Error("broken");
  });
  expect((await judge(failing, callToJudge(), { grant })).ruleId).toBe("policy:failed");
  expect((await judge(policyOf("policy: denyAll"), callToJudge(), { grant })).verdict).toBe("deny");
  expect((await judge(policyOf(""), callToJudge({ tool: { flag: "always" } }), { grant })).ruleId).toBe("flag:always");
  expect((await judge(policyOf("rules:\n  - then: ask"), callToJudge(), { grant })).verdict).toBe("allow");
  for (const none of [ask({ ruleId: "grant:1", reason: "?" }), deny({ ruleId: "grant:1", reason: "?" })]) {
    expect((await judge(policyOf(""), callToJudge(), { grant: none })).ruleId).toBe("annotated:not-trusted");
  }
});

const said = fc.constantFrom("allow", "ask", "deny", "fails");
const member = fc.oneof(
  said.map((what): ToolApprovalPolicy =>
    toolApprovalPolicy.custom(() => {
      if (what === "fails") throw new Error("broken");
      return what === "deny" ? { verdict: "deny", reason: "No." } : what === "ask";
    }),
  ),
  written.map((rules): ToolApprovalPolicy => fileOf(rules)),
  fc.constantFrom<ToolApprovalPolicy>(toolApprovalPolicy.annotated(), toolApprovalPolicy.denyAll()),
);

test("row 16, S1.1: all and any give the strictest verdict of their policies, in any order and however they are nested", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(member, { minLength: 1, maxLength: 4 }), circumstances, async (policies, about) => {
      const call = callIn(about);
      const alone = await Promise.all(policies.map((policy) => judge(policy, call)));
      const strict = strictest(alone.map(({ verdict }) => verdict));
      const { all, any } = toolApprovalPolicy;
      const [first, ...others] = policies;
      const nested = others.length === 0 ? all(policies) : any([first!, all(others)]);
      for (const policy of [all(policies), any(policies), all(policies.toReversed()), nested]) {
        expect((await judge(policy, call)).verdict).toBe(strict);
      }
    }),
    { numRuns: 1_000 },
  );
});

test("S3.4: a composite of nothing cannot be made, and one that only looks like one asks", async () => {
  expect(() => toolApprovalPolicy.all([])).toThrow(TypeError);
  expect(() => toolApprovalPolicy.any([])).toThrow(TypeError);
  for (const policies of [[], undefined, "annotated"]) {
    // The cast stands for a policy that was not made by its factory.
    const forged = { kind: "all", policies } as unknown as ToolApprovalPolicy;
    expect(await judge(forged, callToJudge())).toMatchObject({ verdict: "ask", ruleId: "policy:failed" });
  }
});

test("row 15: a verdict that depends on counts asks while they are missing, and follows them", async () => {
  const policy = policyOf(`rules: [{ tool: refund, when: 'calls("day") < 3', then: allow }]`);
  const { counters, verdict } = await weigh(policy, callToJudge());
  expect(counters).toEqual([{ sumOf: null, span: "day", server: null, tools: ["refund"] }]);
  expect(verdict().verdict).toBe("ask");
  expect(verdict({ counts: () => 2 }).verdict).toBe("allow");
  expect(verdict({ counts: () => 3 }).verdict).toBe("ask");
  expect((await weigh(policy, callToJudge({ tool: { name: "other" } }))).counters).toEqual([]);
});
