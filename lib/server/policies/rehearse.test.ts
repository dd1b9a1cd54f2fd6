import fc from "fast-check";
import { expect, test } from "vitest";
import { riskOfPast, writeHistory, type PastCall } from "#e2e/support/recorded-history.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { judge } from "#lib/policies/judge.ts";
import { parsePolicyFile } from "#lib/policies/file/policy-file.ts";
import type { Rule } from "#lib/policies/rule.ts";
import type { CallToJudge } from "#lib/verdict/verdict.ts";
import { parseRule } from "#lib/policies/file/parse-rule.ts";
import { withRules } from "#lib/policies/with-rules.ts";
import { rehearse, rehearseRule } from "./rehearse.ts";

const all = { withinMs: null };

function policyOf(text: string) {
  const read = parsePolicyFile(text);
  if ("problems" in read) throw new Error(JSON.stringify(read.problems));
  return read.policy;
}

async function historyOf(calls: PastCall[]) {
  const database = await openTestDatabase();
  await writeHistory(database, calls);
  return database;
}

test("rehearsal: a policy is tried on what was recorded, and each call it would let through against a person is named", async () => {
  const database = await historyOf([
    { tool: "pay", args: { amount: 5 }, did: "accepted" },
    { tool: "pay", args: { amount: 50 }, did: "declined" },
    { tool: "pay", args: { amount: 60 }, did: "edited", old: true },
    { tool: "pay", args: { amount: 5_000 }, did: "declined" },
    { tool: "read", args: {}, did: "ran", trusted: true, annotations: { readOnlyHint: true } },
    { tool: "pay", args: {}, did: "expired" },
    { tool: "drop", args: {}, did: "refused" },
    { tool: "gone", args: {}, did: "never-judged" },
  ]);
  const policy = policyOf("rules:\n  - { id: small, tool: pay, when: args.amount < 100, then: allow }\n");
  expect(await rehearse(database, policy, all)).toMatchObject({
    calls: 7,
    was: { allow: 1, ask: 5, deny: 1 },
    would: { allow: 4, ask: 3, deny: 0 },
    letThrough: {
      count: 2,
      first: [
        { tool: "pay", argumentsJson: '{"amount":50}', answer: "declined", ruleId: "rule:small" },
        { tool: "pay", argumentsJson: '{"amount":60}', answer: "edited", ruleId: "rule:small" },
      ],
    },
  });
});

test("rehearsal: a budget is spent by the calls of the past in their order, by the day and by the chat", async () => {
  const day = 24 * 60 * 60 * 1000;
  const at = (days: number, minute: number) => Date.UTC(2026, 0, 1) + days * day + minute * 60_000;
  const pay = (amount: number, days: number, minute: number, chat: string): PastCall => {
    return { tool: "pay", args: { amount }, did: "accepted", chat, at: at(days, minute) };
  };
  const calls = [pay(60, 0, 1, "a"), pay(30, 0, 2, "b"), pay(20, 0, 3, "a"), pay(90, 1, 1, "a")];
  const database = await historyOf(calls);
  const budget = (span: string) =>
    policyOf(`rules:\n  - { tool: pay, when: 'spent("amount", "${span}") + args.amount <= 100', then: allow }\n`);
  expect((await rehearse(database, budget("day"), all)).would).toEqual({ allow: 3, ask: 1, deny: 0 });
  expect((await rehearse(database, budget("chat"), all)).would).toEqual({ allow: 3, ask: 1, deny: 0 });
});

test("P46: a rehearsal counts what ran: an edited call with the edits, and on the day on which it started", async () => {
  const budget = policyOf(
    `rules:\n  - { tool: pay, when: 'spent("amount", "day") + args.amount <= 100', then: allow }\n`,
  );
  const at = Date.UTC(2026, 0, 1, 23, 59);
  const edited: PastCall = { tool: "pay", args: { amount: 60 }, ran: { amount: 10 }, did: "edited", at };
  const database = await historyOf([edited, { tool: "pay", args: { amount: 90 }, did: "accepted", at: at + 1 }]);
  expect((await rehearse(database, budget, all)).would).toEqual({ allow: 2, ask: 0, deny: 0 });
  await database.db
    .updateTable("tool_calls")
    .set({ started_at: at + 120_000 })
    .execute();
  await writeHistory(database, [{ tool: "pay", args: { amount: 1 }, did: "accepted", at: at + 180_000 }], 2);
  expect((await rehearse(database, budget, all)).would).toEqual({ allow: 2, ask: 1, deny: 0 });
});

const outcomes = [
  "ran",
  "refused",
  "accepted",
  "edited",
  "declined",
  "cancelled",
  "expired",
  "pending",
  "never-judged",
] as const;
const past: fc.Arbitrary<PastCall> = fc.record({
  tool: fc.constantFrom("pay", "read", "drop"),
  args: fc.oneof(fc.constant({}), fc.record({ n: fc.integer({ min: 0, max: 3 }) })),
  did: fc.constantFrom(...outcomes),
  chat: fc.constantFrom("a", "b"),
  trusted: fc.boolean(),
  flag: fc.constantFrom("inherit", "always", "never"),
  annotations: fc.constantFrom({}, { readOnlyHint: true }),
  old: fc.boolean(),
  at: fc.integer({ min: 0, max: 50 }),
});
const rule = fc
  .record({
    tool: fc.constantFrom("", "tool: pay,", "tool: '*a*',"),
    when: fc.constantFrom("", "when: args.n > 1,", "when: args.n < 3,"),
    verdict: fc.constantFrom("allow", "ask", "deny"),
    hides: fc.boolean(),
  })
  .map(({ tool, when, verdict, hides }) => {
    const hide = hides && verdict === "deny" && when === "" ? ", hide: true" : "";
    return `  - { ${tool} ${when} then: ${verdict}${hide} }`;
  });

/** Computed again in the simplest way, over the whole history at once. */
async function oracle(calls: PastCall[], text: string) {
  const policy = policyOf(text);
  const judged = calls.filter(({ did }) => did !== "never-judged");
  const verdicts = await Promise.all(judged.map(async (call) => (await judge(policy, callOf(call))).verdict));
  const done = judged.map(({ did }) => (did === "ran" ? "allow" : did === "refused" ? "deny" : "ask"));
  const tally = (list: string[]) => ({
    allow: list.filter((each) => each === "allow").length,
    ask: list.filter((each) => each === "ask").length,
    deny: list.filter((each) => each === "deny").length,
  });
  const against = judged.filter(
    ({ did }, index) => verdicts[index] === "allow" && (did === "declined" || did === "edited"),
  );
  const hiding = text.split("\n").filter((line) => line.includes("hide: true"));
  const isHidden = ({ tool }: PastCall) =>
    hiding.some((line) => !line.includes("tool:") || (line.includes("'*a*'") ? tool.includes("a") : tool === "pay"));
  const hidden = judged.filter(isHidden).length;
  return { calls: judged.length, was: tally(done), would: tally(verdicts), hidden, against: against.length };
}

function callOf(past: PastCall) {
  const { tool, args, chat = "chat", trusted = false, flag = "inherit", annotations = {}, old } = past;
  const known = old !== true;
  const judged: CallToJudge = {
    server: { id: "srv", trusted: known && trusted },
    tool: {
      name: tool,
      flag: known ? flag : "inherit",
      annotations: known ? annotations : {},
      risk: known ? riskOfPast(past) : 1,
    },
    arguments: args,
    person: { id: "kim", name: "Kim", email: null, role: "owner" },
    chat: { id: chat },
    caller: "chat",
    agents: [],
  };
  return judged;
}

test("rehearsal: its counts are those of a brute-force oracle, on any history and under any rules", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(past, { maxLength: 40 }),
      fc.array(rule, { maxLength: 4 }),
      fc.constantFrom("annotated", "denyAll"),
      async (calls, rules, otherwise) => {
        const text = `policy: ${otherwise}\n${rules.length > 0 ? `rules:\n${rules.join("\n")}\n` : ""}`;
        const database = await historyOf(calls);
        const { letThrough, ...counts } = await rehearse(database, policyOf(text), all);
        expect({ ...counts, against: letThrough.count }).toEqual(await oracle(calls, text));
        expect(letThrough.first.every(({ answer }) => answer === "declined" || answer === "edited")).toBe(true);
        await database.close();
      },
    ),
    { numRuns: 40 },
  );
});

test("P52: the rehearsal of one rule counts the calls that it decides, beside the policy of today, and no others", async () => {
  const database = await historyOf([
    { tool: "pay", args: { amount: 5 }, did: "accepted" },
    { tool: "pay", args: { amount: 50 }, did: "declined" },
    { tool: "pay", args: { amount: 500 }, did: "accepted" },
    { tool: "pay", args: {}, did: "accepted" },
    { tool: "drop", args: {}, did: "ran" },
    { tool: "other", args: {}, did: "ran" },
  ]);
  // Since the calls were recorded, `drop` and `other` ask, and large payments are refused.
  const inForce = policyOf("rules:\n  - { id: small, tool: pay, when: args.amount > 100, then: deny }\n");
  const tried = (text: string) => {
    const parsed = parseRule(text);
    if ("problems" in parsed) throw new Error(JSON.stringify(parsed.problems));
    const beside = { today: inForce, withRule: (rule: Rule) => withRules(inForce, [rule]) };
    return rehearseRule(database, parsed.rule, beside, all);
  };
  // Called as the rule in force is.
  expect(await tried("id: small\ntool: pay\nwhen: args.amount < 1000\nthen: allow")).toMatchObject({
    calls: 6,
    matched: 4,
    decided: 2,
    today: { allow: 0, ask: 2, deny: 0 },
    would: { allow: 2, ask: 0, deny: 0 },
    differ: 2,
    undecided: 0,
    letThrough: { count: 1, first: [{ argumentsJson: '{"amount":50}', ruleId: "rule:small" }] },
  });
  const nothing = { allow: 0, ask: 0, deny: 0 };
  expect(await tried("id: a\ntool: nope\nthen: ask")).toMatchObject({ matched: 0, decided: 0, would: nothing });
  expect(await tried("id: a\ntool: drop\nthen: deny\nhide: true")).toMatchObject({
    decided: 1,
    today: { allow: 0, ask: 1, deny: 0 },
    would: { allow: 0, ask: 0, deny: 1 },
    hidden: 1,
  });
  expect(await tried("id: a\ntool: other\nwhen: args.x > 1\nthen: deny")).toMatchObject({
    decided: 1,
    undecided: 1,
    differ: 0,
  });
});

test("P52: its counts are those of a brute-force oracle, on any history and beside any rules", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(past, { maxLength: 30 }),
      fc.array(rule, { maxLength: 3 }),
      rule,
      async (calls, rules, drafted) => {
        const before = policyOf(rules.length > 0 ? `rules:\n${rules.join("\n")}\n` : "");
        const parsed = parseRule(drafted.replace("{ ", "{ id: drafted, "));
        if ("problems" in parsed) throw new Error(JSON.stringify(parsed.problems));
        const after = withRules(before, [parsed.rule]);
        const judged = calls.filter(({ did }) => did !== "never-judged").map(callOf);
        const pairs = await Promise.all(
          judged.map(async (call) => ({ today: await judge(before, call), later: await judge(after, call) })),
        );
        const decided = pairs.filter(({ later }) => later.ruleId === "rule:drafted");
        const database = await historyOf(calls);
        const withRule = (one: Rule) => withRules(before, [one]);
        const told = await rehearseRule(database, parsed.rule, { today: before, withRule }, all);
        const differs = (list: typeof pairs) =>
          list.filter(({ today, later }) => today.verdict !== later.verdict).length;
        expect(told).toMatchObject({ calls: judged.length, decided: decided.length, differ: differs(decided) });
        // What the rule does not decide stays as it is.
        expect(differs(pairs)).toBe(differs(decided));
        expect(told.matched).toBeGreaterThanOrEqual(told.decided);
        for (const kind of ["allow", "ask", "deny"] as const) {
          expect(told.today[kind]).toBe(decided.filter(({ today }) => today.verdict === kind).length);
          expect(told.would[kind]).toBe(decided.filter(({ later }) => later.verdict === kind).length);
        }
        await database.close();
      },
    ),
    { numRuns: 40 },
  );
});

test("rehearsal: calls of one instant are each seen once, however many pages they fill", async () => {
  const calls = Array.from({ length: 2_500 }, (): PastCall => ({ tool: "pay", args: {}, did: "accepted", at: 7 }));
  const database = await historyOf(calls);
  const { calls: seen, would } = await rehearse(database, policyOf(""), all);
  expect({ seen, would }).toEqual({ seen: 2_500, would: { allow: 0, ask: 2_500, deny: 0 } });
});
