import { expect, test } from "vitest";
import { callToJudge } from "#e2e/support/call-to-judge.ts";
import { policyOf } from "#e2e/support/policy-of.ts";
import { judge } from "#lib/policies/judge.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";

const refused = async (when: string, args: JsonObject) => {
  const policy = policyOf(`rules:\n  - { id: a, then: deny, when: ${JSON.stringify(when)} }\n`);
  return judge(policy, callToJudge({ arguments: args }));
};

test.each<[string, JsonObject]>([
  ["args.amount > 100", { amount: 500 }],
  ["args.amount * 2 > 100.5", { amount: 500 }],
  ["has(args.amount)", { amount: 500 }],
  ["'amount' in args", { amount: 500 }],
  ["args['amount'] == 500", { amount: 500 }],
  ["args.constructor == 'x'", {}],
  ["has(args.constructor)", {}],
  ["args.to.exists(t, t.name == 'x')", { to: [{ name: "x", constructor: 1 }] }],
  ["args.to == [{'name': 'x', 'constructor': 1}]", { to: [{ name: "x", constructor: 1 }] }],
  ["args.deep.er.name == 'x'", { deep: { er: { name: "x", constructor: null } } }],
  ["size(args.to) == 1 && type(args.to) == list", { to: [{ constructor: {} }] }],
  ["args.one == args.other", { one: { constructor: [1] }, other: { constructor: [1] } }],
  ["args.one != args.other", { one: { constructor: [1] }, other: { constructor: [2] } }],
])("P56, H8: an argument named constructor does not keep %s from being decided", async (when, args) => {
  for (const more of [
    { constructor: "x" },
    JSON.parse('{ "constructor": "x", "__proto__": { "a": 1 } }') as JsonObject,
  ]) {
    const { verdict, metadata } = await refused(when, { ...args, ...more });
    expect({ verdict, metadata }).toEqual({ verdict: "deny", metadata: {} });
  }
});

test("P56: what is judged of such arguments is otherwise as ever", async () => {
  expect((await refused("args.amount > 100", { constructor: "x" })).metadata["problem"]).toBeDefined();
  expect((await refused("args.amount > 100", { amount: 5, constructor: "x" })).ruleId).toBe("annotated:not-trusted");
  expect((await refused("args.constructor.name == 'x'", { constructor: "x" })).metadata["problem"]).toBeDefined();
  expect((await refused("args.deep == 1", { deep: { constructor: 1 } })).metadata["problem"]).toBeDefined();
});
