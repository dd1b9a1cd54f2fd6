import fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryForm } from "#e2e/support/arbitrary-form.ts";
import type { FormCondition } from "./form-condition.ts";
import { plainSentence } from "./plain-sentence.ts";
import { emptyForm, formOfText, problemsOf, suggestedName, textOfForm } from "./rule-form.ts";

test("P50: a rule of the form, written and read again, is the same rule, whatever is typed into it", () => {
  fc.assert(
    fc.property(arbitraryForm, (made) => {
      const written = textOfForm(made);
      const read = formOfText(written);
      if (!("form" in read)) throw new Error(`${written}\n${JSON.stringify(read)}`);
      expect(read.form).toEqual(made);
      expect(textOfForm(read.form)).toBe(written);
      expect(plainSentence(read.rule)).not.toContain("args.");
    }),
    { numRuns: 200 },
  );
});

test("P50: a rule that is half written is said to be so, and never is one about every tool", () => {
  expect(problemsOf({ ...emptyForm, tools: [""] })).toEqual([
    "Type the name or the pattern of the tool.",
    "Give the rule a name.",
  ]);
  const of = { kind: "argument", path: ["amount"] } as const;
  const incomplete: FormCondition[] = [
    { of, is: "over", value: null },
    { of, is: "over", value: "5" },
    { of, is: "equals", value: 2 ** 60 },
    { of, is: "over", value: Infinity },
    { of, is: "is", value: "\uD800" },
    { of, is: "one-of", value: [] },
    { of: { kind: "argument", path: ["customer", ""] }, is: "given", value: null },
    { of: { kind: "argument", path: ["a b", "c"] }, is: "given", value: null },
  ];
  for (const condition of incomplete) {
    expect(problemsOf({ ...emptyForm, id: "a", conditions: [condition] })).toEqual(["Condition 1 is not complete."]);
  }
  expect(suggestedName({ ...emptyForm, server: "shop", tools: ["Send_*"], verdict: "deny" })).toBe("refuse-send_");
});

test("P50: a text that the form has no words for stays a text, and why is said", () => {
  const whyNot = (text: string) => {
    const read = formOfText(`id: a\n${text}\nthen: ask`);
    return "whyNot" in read ? read.whyNot : read;
  };
  const noWords = /^The form has no words for this condition/;
  for (const when of [
    "args.a * 2 > 5",
    "size(args.a) > 5",
    "args.a == args.b",
    "args.a == 100.0",
    "args.a > 9007199254740993",
    "args == {'a': 1}",
    "args.a > 5 // not always",
    "args.a.exists(x, x == 'b')",
    "type(args.a) == list && size(args.b) > 5",
    "args.a.startsWith('x') && !args.a.contains('...') || args.b > 1",
    "5 < args.a",
    "calls('day') + args.a <= 5",
  ]) {
    expect(whyNot(`when: ${JSON.stringify(when)}`), when).toMatch(noWords);
  }
  expect(whyNot("when: { any: [args.a > 1, { all: [args.b > 1, args.c > 1] }] }")).toMatch(
    /^Its conditions are joined/,
  );
  expect(whyNot("# a comment\nserver: shop")).toMatch(/^It has comments/);
  expect(whyNot("reason: 'one # none'")).toHaveProperty("form.reason", "one # none");
  expect(whyNot("when: args.a > 1 && args.b == 'x' && has(args.c)")).toMatchObject({
    form: { join: "all", conditions: [{ is: "over" }, { is: "is" }, { is: "given" }] },
  });
  expect(whyNot("when: \"args.path.startsWith('a/') && !args.path.contains('..')\"")).toMatchObject({
    form: { conditions: [{ is: "inside", value: "a/" }] },
  });
  expect(formOfText("id: a\nthen: maybe")).toHaveProperty("problems");
});

test("P50, G8: a long text of a suggestion that looks like many conditions is read, and is not taken for a form", () => {
  const args = JSON.stringify(Object.fromEntries(Array.from({ length: 14 }, (_, at) => [`name${at}`, `value${at}`])));
  const chain = Array.from({ length: 14 }, (_, at) => `args.a${at} == "v${at}"`).join(" || ");
  for (const expression of [`args == ${args}`, `(${chain}) && true`, chain]) {
    const when = { any: Array.from({ length: 20 }, () => expression) };
    expect(formOfText(`id: a\nwhen: ${JSON.stringify(when)}\nthen: allow`)).toMatchObject({
      rule: { verdict: "allow" },
      whyNot: expect.any(String),
    });
  }
});
