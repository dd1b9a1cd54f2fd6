import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { judge } from "./judge.ts";
import { parsePolicyFile } from "#lib/policies/file/policy-file.ts";
import { nameFits } from "#lib/policies/conditions/name-fits.ts";
import type { Role } from "#lib/people/role.ts";
import type { Rule } from "./rule.ts";
import { toolApprovalPolicy, type ToolApprovalPolicy } from "./tool-approval-policy.ts";
import type { CallToJudge } from "#lib/verdict/verdict.ts";

type Given = Partial<CallToJudge["tool"]> & { args?: JsonObject; server?: string; trusted?: boolean; user?: string };

function callOf({ args = {}, server = "shop", trusted = false, user = "ana", ...tool }: Given = {}): CallToJudge {
  return {
    server: { id: server, trusted },
    tool: { name: "refund", flag: "inherit", annotations: {}, risk: 1, ...tool },
    arguments: args,
    person: { id: user, name: "Ana", email: "ana@example.com", role: "member" },
    chat: { id: "chat-1" },
    caller: "chat",
    agents: [],
  };
}

function policyOf(text: string): ToolApprovalPolicy {
  const read = parsePolicyFile(text);
  if ("problems" in read) throw new Error(JSON.stringify(read.problems));
  return read.policy;
}

const judged = async (policy: string, given: Given) => (await judge(policyOf(policy), callOf(given))).verdict;

const byAmount = "rules:\n  - then: allow\n    tool: refund\n    when: args.amount <= 10000";

test("row 15: a call runs up to an amount; above it, without it, and with an amount that is none it asks", async () => {
  expect(await judged(byAmount, { args: { amount: 10_000 } })).toBe("allow");
  expect(await judged(byAmount, { args: { amount: 10_000.01 } })).toBe("ask");
  for (const amount of ["5", null, [5], { is: 5 }, true]) {
    expect(await judged(byAmount, { args: { amount } }), JSON.stringify(amount)).toBe("ask");
  }
  expect(await judged(byAmount, {})).toBe("ask");
});

test("S3.4: a condition that cannot be decided asks, and the verdict says why", async () => {
  const verdict = await judge(policyOf(byAmount), callOf({ args: { amount: "5" } }));
  expect(verdict).toMatchObject({ verdict: "ask", ruleId: "rule:rule-1" });
  expect(verdict.reason).toBe("“rule-1” cannot be decided on these arguments, so a person is asked.");
  expect(verdict.metadata["problem"]).toContain("args.amount <= 10000");
});

test("S2.11, S3.11: rules by name refuse, ask and allow, in the words of the file", async () => {
  const file = `
rules:
  - { id: blacklist, tool: [deleteAccount, dropDatabase], then: deny, reason: "Not allowed in this environment." }
  - { tool: "get_*", then: allow }
  - { tool: "get_secret*", then: ask }`;
  expect(await judge(policyOf(file), callOf({ name: "dropDatabase" }))).toEqual({
    verdict: "deny",
    ruleId: "rule:blacklist",
    reason: "Not allowed in this environment.",
    metadata: {},
  });
  expect(await judged(file, { name: "get_order" })).toBe("allow");
  expect(await judged(file, { name: "get_secret_key" })).toBe("ask");
  expect(await judged(file, { name: "get" })).toBe("ask");
});

test("row 4, S3.6: the flag `always` beats a rule that allows, a rule that asks beats the flag `never`", async () => {
  const allowing = "rules:\n  - then: allow";
  expect(await judged(allowing, { flag: "always" })).toBe("ask");
  expect(await judged("rules:\n  - then: ask", { flag: "never" })).toBe("ask");
  expect(await judged("rules:\n  - then: deny", { flag: "never" })).toBe("deny");
  expect(await judged("rules:\n  - then: ask\n    tool: other", { flag: "never" })).toBe("allow");
});

test("S1.7: under denyAll nothing runs, whatever the rules allow", async () => {
  expect(await judged("policy: denyAll\nrules:\n  - then: allow", {})).toBe("deny");
});

test("E4: claims of a server that is not trusted make things stricter, never looser", async () => {
  const file = `
rules:
  - { annotations: { readOnlyHint: true }, then: allow }
  - { annotations: { destructiveHint: true }, then: deny }`;
  expect(await judged(file, { annotations: { readOnlyHint: true } })).toBe("ask");
  expect(await judged(file, { annotations: { readOnlyHint: true }, trusted: true })).toBe("allow");
  expect(await judged(file, { annotations: { destructiveHint: true } })).toBe("deny");
});

test("conditions see the call, its tool, server, user and chat, and nothing else", async () => {
  const when = (condition: string) => `rules:\n  - then: deny\n    when: ${JSON.stringify(condition)}`;
  const args = { path: "/etc/passwd", lines: [1, 2], nested: { deep: true } };
  for (const holds of [
    "args.path.startsWith('/etc/')",
    "size(args.lines) == 2 && args.lines.exists(line, line > 1)",
    "args.nested.deep",
    "args.lines[0] + 1 == 2.0 && args.lines[1] * 2 > 3",
    "tool.name == 'refund' && server.id == 'shop' && !server.trusted",
    "user.id == 'ana' && chat.id == 'chat-1'",
    "'path' in args && !has(args.missing)",
  ]) {
    expect(await judged(when(holds), { args }), holds).toBe("deny");
  }
  for (const reach of ["args.constructor.name == 'Object'", "args.__proto__ == null", "args.toString() == ''"]) {
    const read = parsePolicyFile(when(reach));
    if ("policy" in read) expect((await judge(read.policy, callOf({ args }))).verdict, reach).toBe("ask");
    else expect(read.problems, reach).toHaveLength(1);
  }
});

const rule = fc.record({
  verdict: fc.constantFrom("allow", "ask", "deny"),
  tools: fc.constantFrom(null, ["refund"], ["re*"], ["other"]),
  server: fc.constantFrom(null, "shop", "else"),
});

test("row 16: the strictest rule that fits wins, in whatever order they stand", async () => {
  const strictness = ["allow", "ask", "deny"] as const;
  await fc.assert(
    fc.asyncProperty(fc.array(rule, { maxLength: 8 }), fc.nat(), async (parts, turn) => {
      const rules = parts.map((part, index): Rule => {
        const anything = {
          risks: null,
          callers: null,
          users: null,
          roles: null,
          when: null,
          hides: false,
          reason: null,
        };
        return { id: `r${index}`, annotations: {}, ...anything, ...part };
      });
      const fitting = rules.filter(({ tools, server }) => tools?.[0] !== "other" && server !== "else");
      const strictest = Math.max(-1, ...fitting.map(({ verdict }) => strictness.indexOf(verdict)));
      const turned = rules.map((_, index) => rules[(index + turn) % rules.length] as Rule);
      for (const order of [rules, rules.toReversed(), turned]) {
        const { verdict } = await judge(toolApprovalPolicy.rules(order), callOf());
        expect(verdict).toBe(strictness[strictest] ?? "ask");
      }
    }),
  );
});

test("G8: a name fits a pattern as by a regular expression, in linear time", () => {
  const bits = fc.string({ unit: fc.constantFrom("a", "b", "_", "*"), maxLength: 8 });
  fc.assert(
    fc.property(bits, bits, (pattern, text) => {
      const name = text.replaceAll("*", "a");
      const expression = new RegExp(`^${pattern.replaceAll("*", ".*")}$`);
      expect(nameFits(pattern, name)).toBe(expression.test(name));
    }),
  );
  expect(nameFits(`${"a*".repeat(5_000)}b`, "a".repeat(50_000))).toBe(false);
});

test("F4: a rule that allows by the name of a key counts for keys of the owner, or of whom it names as well", async () => {
  const allow = (more = "") =>
    policyOf(`rules:\n  - { caller: ["gateway:CI", "asks:*"], tool: refund, then: allow${more} }`);
  const verdict = async (policy: ToolApprovalPolicy, caller: CallToJudge["caller"], role: "member" | "owner") => {
    const call = callOf();
    return (await judge(policy, { ...call, caller, person: { ...call.person, role } })).verdict;
  };
  for (const caller of ["gateway:CI", "asks:Laptop"] as const) {
    expect(await verdict(allow(), caller, "owner")).toBe("allow");
    expect(await verdict(allow(), caller, "member")).toBe("ask");
    expect(await verdict(allow(", user: [ana]"), caller, "member")).toBe("allow");
    expect(await verdict(allow(", user: [ben]"), caller, "member")).toBe("ask");
  }
});

test("F4: a condition about the caller lets nothing run by the name of a key either, but for keys of the owner, or of whom its rule names", async () => {
  const named = [
    'chat.caller == "gateway:CI"',
    'chat["caller"] != "gateway:other"',
    'chat.caller.startsWith("gateway:") && args.amount < 5',
    '[chat].exists(it, it.caller == "gateway:CI")',
  ];
  const verdict = async (when: string, caller: CallToJudge["caller"], { role = "member" as Role, more = "" } = {}) => {
    const policy = policyOf(`rules:\n  - { when: '${when}', tool: refund, then: allow${more} }`);
    const call = callOf({ args: { amount: 1 } });
    return (await judge(policy, { ...call, caller, person: { ...call.person, role } })).verdict;
  };
  for (const when of named) {
    expect(await verdict(when, "gateway:CI"), when).toBe("ask");
    expect(await verdict(when, "gateway:CI", { role: "owner" }), when).toBe("allow");
    expect(await verdict(when, "gateway:CI", { more: ", user: [ana]" }), when).toBe("allow");
  }
  expect(await verdict('chat.caller == "chat"', "chat")).toBe("allow");
  expect(await verdict('chat.caller == "agent:editor"', "agent:editor")).toBe("allow");
  // What else holds is enough.
  expect(await verdict('args.amount < 5 || chat.caller == "chat"', "gateway:CI")).toBe("allow");
});
