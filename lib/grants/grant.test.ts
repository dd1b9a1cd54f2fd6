import fc from "fast-check";
import { expect, test } from "vitest";
import { parseCondition } from "#lib/policies/conditions/condition.ts";
import { grantsOffered } from "./grantable.ts";
import { risks } from "#lib/verdict/risk.ts";
import {
  celOfSimple,
  simpleComparisons,
  simpleConditionInWords,
  type Comparison,
  type SimpleCondition,
} from "./simple-condition.ts";
import { amountOf, problemsOfGrant, unitsOf, type GrantRequest } from "./grant.ts";
import { grantSentence } from "./grant-sentence.ts";
import { grantWordsDe } from "./words.de.ts";
import { grantWords } from "./words.en.ts";
import type { Speech } from "#lib/words/speech.ts";

const tool = { toolName: "write_file", serverTitle: "Workspace" };
const unbounded = { maxUses: null, budget: null, when: null };

test("A11: a grant's sentence says all of its terms and nothing else", () => {
  const bounds = {
    maxUses: 5,
    budget: { argument: "amount", total: 1234.5 },
    when: celOfSimple({ argument: "path", is: "is", value: "a" }),
  };
  expect(grantSentence(tool, { reach: "chat", ...bounds }, "until 18:00")).toBe(
    "Allow write_file on Workspace in this chat, up to 5 calls, up to 1234.5 in total of amount, until 18:00, while path is “a”.",
  );
  expect(grantSentence(tool, { reach: "call", ...unbounded }, null)).toBe(
    "Allow write_file on Workspace with exactly these arguments in this chat.",
  );
  expect(grantSentence(tool, { reach: "everywhere", ...unbounded }, null)).toBe(
    "Allow write_file on Workspace in every chat, without an end.",
  );
  expect(grantSentence(tool, { reach: "everywhere", ...unbounded, maxUses: 1 }, "for 1 hour")).toBe(
    "Allow write_file on Workspace in every chat, for 1 call, for 1 hour.",
  );
});

test("A11, W2: a sentence that is signed has no sign between thousands, which another language reads as a fraction", () => {
  const german: Speech = { language: "de", texts: { [grantWords.name]: grantWordsDe } };
  const bounds = { ...unbounded, reach: "chat" as const, budget: { argument: "amount", total: 24_900 } };
  expect(grantSentence(tool, bounds, null, german)).toBe(
    "Erlaube write_file auf Workspace in diesem Chat, bis zu insgesamt 24900 bei amount.",
  );
});

test("A11: amounts are exact in millionths, and what is none is refused", () => {
  for (const amount of [0.1, 0.29, 1.1, 99.99, 1, 1_000_000_000, 0.000001])
    expect(amountOf(unitsOf(amount) ?? 0)).toBe(amount);
  for (const none of [0, -1, Number.NaN, Infinity, 1e300, 1e-7, 0.1234567, "1", null, undefined, {}, true]) {
    expect(unitsOf(none)).toBeNull();
  }
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1 }), (cents) => {
      const units = cents.map((cent) => unitsOf(cent / 100) ?? Number.NaN);
      expect(units.reduce((sum, each) => sum + each, 0)).toBe(cents.reduce((sum, cent) => sum + cent, 0) * 10_000);
    }),
  );
});

test("A11: terms past their caps are said one by one", () => {
  const request: GrantRequest = {
    reach: "chat",
    ends: { at: 5 },
    maxUses: 101,
    budget: { argument: "", total: -1 },
    when: " ",
  };
  expect(problemsOfGrant(request, 10).map(({ path }) => path)).toEqual([
    "grant.maxUses",
    "grant.budget",
    "grant.budget",
    "grant.when",
    "grant.ends",
  ]);
  expect(problemsOfGrant({ ...request, ...unbounded, ends: null }, 10)).toEqual([]);
  const endless = { ...request, ...unbounded };
  for (const afterMs of [Infinity, Number.NaN, -1, 0, 0.4, 1_000.5])
    expect(problemsOfGrant({ ...endless, ends: { afterMs } }, 10)).toHaveLength(1);
});

const truth: { [Is in Comparison]: (argument: unknown, value: string | number) => boolean } = {
  "starts with": (argument, value) => String(argument).startsWith(String(value)) && !String(argument).includes(".."),
  is: (argument, value) => argument === value,
  contains: (argument, value) => String(argument).includes(String(value)),
  "is at most": (argument, value) => Number(argument) <= Number(value),
};

const text = fc.string({ unit: "grapheme", maxLength: 12 });
const simple: fc.Arbitrary<SimpleCondition> = fc.oneof(
  fc.record({ argument: text, is: fc.constantFrom(...simpleComparisons.slice(0, 3)), value: text }),
  fc.record({ argument: text, is: fc.constant("is at most" as const), value: fc.integer() }),
);

test("A11: a condition that a form writes means what its words say, whatever is typed into it", () => {
  fc.assert(
    fc.property(simple, text, (condition, other) => {
      const source = celOfSimple(condition);
      const parsed = parseCondition(source);
      if ("problem" in parsed) throw new Error(`${source}: ${parsed.problem}`);
      expect(parsed.counted).toEqual([]);
      const { argument, is, value } = condition;
      for (const given of typeof value === "number"
        ? [value, value + 1, value - 1]
        : [value, other, `${value}${other}`]) {
        const facts = { args: Object.fromEntries([[argument, given]]), tool: {}, server: {}, user: {}, chat: {} };
        const holds = parsed.holds(facts, () => 0);
        expect(holds, `${source} on ${JSON.stringify(given)}`).toBe(truth[is](given, value));
      }
      expect(simpleConditionInWords(source)).not.toContain("`args");
    }),
  );
});

test("A11: a condition that only looks like a simple one is shown as it is judged", () => {
  for (const source of [
    `args.path.startsWith("notes/")`,
    `args.path == "a" || true`,
    `args.path.startsWith("notes/") && !args.path.contains("..") || true`,
    `args.n <= 5 || args.n > 5`,
    `args["a"] == "b"`,
    `size(args.path) < 5`,
  ]) {
    expect(simpleConditionInWords(source)).toBe(`\`${source}\` holds`);
  }
});

test("A11, CARD: what may be granted for a tool: nothing for high risk and for what others answer, for good only at low risk", () => {
  const low = {
    flag: "inherit",
    who: { kind: "self" },
    risk: 1,
    high: false,
    delegates: false,
    elsewhere: false,
  } as const;
  expect(grantsOffered(low, "card")).toEqual(["call", "chat", "hour", "always"]);
  for (const risk of risks) {
    expect(grantsOffered({ ...low, risk }, "card").includes("always")).toBe(risk < 2);
    expect(grantsOffered({ ...low, risk }, "settings").includes("always")).toBe(risk < 4);
  }
  for (const never of [
    { high: true },
    { flag: "always" as const },
    { who: { kind: "other" as const } },
    { who: { kind: "quorum" as const, needed: 2, people: [], roles: [] } },
    { delegates: true },
  ]) {
    expect(grantsOffered({ ...low, ...never }, "card")).toEqual([]);
    expect(grantsOffered({ ...low, ...never }, "settings")).toEqual([]);
  }
  // An agent says itself who it is: no other agent of that name gets what was granted to it.
  for (const place of ["card", "settings"] as const) {
    expect(grantsOffered({ ...low, elsewhere: true }, place)).toEqual(["call", "chat"]);
  }
});
