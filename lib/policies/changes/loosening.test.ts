import fc from "fast-check";
import { expect, test } from "vitest";
import { callToJudge } from "#e2e/support/call-to-judge.ts";
import { judge } from "#lib/policies/judge.ts";
import { looseningsBetween } from "./loosening.ts";
import { parsePolicyFile } from "#lib/policies/file/policy-file.ts";
import type { ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import type { CallToJudge } from "#lib/verdict/verdict.ts";

function policyOf(text: string): ToolApprovalPolicy {
  const read = parsePolicyFile(text);
  if ("problems" in read) throw new Error(JSON.stringify(read.problems));
  return read.policy;
}

const between = (from: string, to: string) => looseningsBetween(policyOf(from), policyOf(to));
const rules = (...list: string[]) => `rules:\n${list.map((rule) => `  - { ${rule} }`).join("\n")}\n`;

test("H8: a change that only tightens loosens nothing", () => {
  const before = rules("id: a, tool: [x, y], then: ask", "id: b, tool: z, then: allow", "then: deny, tool: w");
  for (const [from, to] of [
    [before, before],
    ["policy: annotated", "policy: denyAll"],
    ["", rules("tool: x, then: deny")],
    ["", rules("tool: x, then: ask")],
    [before, `policy: denyAll\n${rules("then: allow")}`],
    [before, rules("id: a, tool: [x, y], then: deny", "then: deny, tool: w")],
    [before, rules("id: other, tool: [y, x, more], then: ask", "then: deny")],
    [rules("tool: x, when: args.a > 1, then: ask"), rules("tool: x, then: ask")],
    [rules("then: allow"), rules('tool: x, server: s, when: "args.a > 1", then: allow')],
  ] as const) {
    expect(between(from, to), `${from} → ${to}`).toEqual([]);
  }
});

test("H8: each loosening is named, rule by rule", () => {
  const before = rules("id: a, tool: x, then: ask", "id: b, tool: z, then: deny", "id: c, tool: r*, then: allow");
  const kept = "id: b, tool: z, then: deny";
  expect(between("policy: denyAll", "policy: annotated")).toEqual(["Calls are no longer refused without exception."]);
  expect(between(before, "")).toEqual([
    'The rule "a" no longer asks about all that it did.',
    'The rule "b" no longer refuses all that it did.',
  ]);
  expect(between(before, rules("id: a, tool: x, when: args.big, then: ask", kept))).toHaveLength(1);
  expect(between(before, rules("id: a, tool: x, then: ask", "tool: z, then: ask"))).toHaveLength(1);
  expect(between(before, rules("id: a, tool: x, then: ask", kept, "id: n, then: allow, tool: rm"))).toEqual([
    'The rule "n" lets calls run that it did not before.',
  ]);
  expect(
    between(
      rules("then: deny, annotations: { destructiveHint: true }"),
      rules("then: deny, annotations: { openWorldHint: true }"),
    ),
  ).toHaveLength(1);
});

const listed = (then: string, word: string, ...conditions: string[]) =>
  rules(`id: a, tool: pay, when: { ${word}: [${conditions.map((each) => `'${each}'`).join(", ")}] }, then: ${then}`);

test("H8: conditions in a list are compared each for itself, and no comment in one stands for others", () => {
  const [large, foreign, negative] = ["args.amount > 500 // large", 'args.currency != "EUR"', "args.amount < 0"];
  for (const [then, word, joint] of [
    ["deny", "any", "or"],
    ["ask", "any", "or"],
    ["allow", "all", "and"],
  ] as const) {
    const three = listed(then, word, large, foreign, negative);
    const two = listed(then, word, `${large}) ${joint} (${foreign}`, negative);
    expect(between(three, two), three).not.toEqual([]);
    expect(between(two, three), two).not.toEqual([]);
    expect(between(three, three)).toEqual([]);
  }
  expect(between(listed("deny", "any", foreign, negative), listed("deny", "all", foreign, negative))).toHaveLength(1);
  expect(between(listed("deny", "any", foreign), listed("deny", "all", foreign))).toEqual([]);
});

test("H8: a condition that is decided once instead of twice leaves time for others, and only one that is told the caller decides about it", () => {
  const [one, other] = ["id: a, tool: x, when: args.n > 1, then: ask", "id: b, tool: x, when: args.n > 1, then: ask"];
  expect(between(rules(one, other), rules(one))).toEqual(['The rule "b" no longer asks about all that it did.']);
  expect(between(rules(one, other), rules(one, "then: ask"))).toEqual([]);
  expect(between(rules(one, other), rules(other, one.replace("ask", "deny")))).toEqual([]);
  for (const [when, loosens] of [
    ["args.n > 1", 0],
    ['args.n > 1 &&\\nchat.caller == \\"gateway:CI\\"', 1],
  ] as const) {
    const caller = (then: string) => rules(`id: a, when: "${when}", then: ${then}`);
    expect(between(caller("allow"), caller("ask"))).toHaveLength(loosens);
    expect(between(caller("ask"), caller("deny"))).toEqual([]);
  }
});

const rule = fc
  .record({
    tool: fc.constantFrom("", "tool: x,", "tool: [x, y],", "tool: '*',"),
    server: fc.constantFrom("", "server: s,"),
    annotations: fc.constantFrom("", "annotations: { readOnlyHint: true },"),
    when: fc.constantFrom("", "when: args.n > 1,", "when: args.n > 0,"),
    verdict: fc.constantFrom("allow", "ask", "deny"),
  })
  .map(({ tool, server, annotations, when, verdict }) => `${tool}${server}${annotations}${when}then: ${verdict}`);
const policy = fc
  .tuple(fc.constantFrom("annotated", "annotated", "denyAll"), fc.array(rule, { maxLength: 4 }))
  .map(([otherwise, list]) => `policy: ${otherwise}\n${list.length > 0 ? rules(...list) : ""}`);

const calls: CallToJudge[] = ["x", "y"].flatMap((name) =>
  [true, false].flatMap((trusted) =>
    [{}, { readOnlyHint: true }].flatMap((annotations) =>
      (["never", "inherit", "always"] as const).flatMap((flag) =>
        [{}, { n: 0 }, { n: 1 }, { n: 2 }].map((args) => ({
          server: { id: name === "x" ? "s" : "t", trusted },
          tool: { name, flag, annotations, risk: 1 as const },
          arguments: args,
          person: { id: "p", name: "Kim", email: null, role: "owner" as const },
          chat: { id: "c" },
          caller: "chat" as const,
          agents: [],
        })),
      ),
    ),
  ),
);

/** One of these may be decided on long arguments, and no two; then come conditions that cannot be decided alone. */
const leaf = fc.constantFrom(
  "args.text.contains(args.word)",
  "args.n > 1 || args.word.contains(args.text)",
  "args.items.all(x, !(2 in args.items))",
  'chat.caller == "gateway:CI"',
  "args.n > 0",
);
const listedLeaves = fc
  .tuple(fc.constantFrom("any", "all"), fc.array(leaf, { minLength: 1, maxLength: 3 }))
  .map(([word, list]) => `{ ${word}: [${list.map((each) => `'${each}'`).join(", ")}] }`);
const about = fc
  .tuple(
    fc.constantFrom("", "tool: refund, ", "user: ana, ", "caller: 'gateway:*', "),
    fc.oneof(
      fc.constant(""),
      ...[leaf.map((each) => `'${each}'`), listedLeaves].map((one) => one.map((when) => `when: ${when}, `)),
    ),
  )
  .map(([names, when]) => `${names}${when}then: `);
const said = fc.constantFrom("allow", "ask", "deny");
/** Rules about the same calls now and then, some of them before or after only, and in another order after. */
const change = fc
  .record({
    abouts: fc.array(about, { minLength: 1, maxLength: 3 }),
    list: fc.array(fc.tuple(fc.nat(), said, said, fc.constantFrom("both", "both", "from", "to")), { maxLength: 6 }),
    isTurned: fc.boolean(),
  })
  .map(({ abouts, list, isTurned }) => {
    const fileOf = (some: string[]) => (some.length > 0 ? rules(...some) : "");
    const named = list.map(([at, was, is, where]) => ({ about: abouts[at % abouts.length] ?? "", was, is, where }));
    const from = named.filter(({ where }) => where !== "to").map((each) => each.about + each.was);
    const to = named.filter(({ where }) => where !== "from").map((each) => each.about + each.is);
    return [fileOf(from), fileOf(isTurned ? to.toReversed() : to)] as const;
  });

const long = { text: "a".repeat(30_000), word: "b".repeat(24_000), items: Array<number>(8_000).fill(1) };
const longCalls = (["never", "inherit"] as const).flatMap((flag) =>
  [{}, { n: 2 }, { ...long, n: 2 }, { ...long, n: 0 }].flatMap((args) =>
    (["chat", "gateway:CI", "gateway:other"] as const).map((caller) =>
      callToJudge({ tool: { flag }, caller, arguments: args }),
    ),
  ),
);

test.each([
  ["rules of all kinds", fc.tuple(policy, policy), calls, 400],
  ["conditions that leave others no time", change, longCalls, 300],
] as const)(
  "H8: where no loosening is found, no call whatever is judged less strictly: %s",
  async (_, changes, of, numRuns) => {
    const strictness = { allow: 0, ask: 1, deny: 2 };
    let tightened = 0;
    await fc.assert(
      fc.asyncProperty<[readonly [string, string]]>(changes, async ([from, to]) => {
        if (between(from, to).length > 0) return;
        tightened += 1;
        const [former, latter] = [policyOf(from), policyOf(to)];
        for (const call of of) {
          const before = await judge(former, call);
          const after = await judge(latter, call);
          expect(strictness[after.verdict], `${from} → ${to}, ${call.caller}`).toBeGreaterThanOrEqual(
            strictness[before.verdict],
          );
        }
      }),
      { numRuns },
    );
    expect(tightened).toBeGreaterThan(20);
  },
);
