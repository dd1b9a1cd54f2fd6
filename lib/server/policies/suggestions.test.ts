import fc from "fast-check";
import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gatewayWorld } from "#e2e/support/gateway-world.ts";
import { writeHistory, type PastCall } from "#e2e/support/recorded-history.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { parseRule } from "#lib/policies/file/parse-rule.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { withRules } from "#lib/policies/with-rules.ts";
import { rehearse } from "./rehearse.ts";
import { approvedOften } from "#lib/store/calls/calls-to-replay.ts";
import { answeredByPerson } from "#lib/store/audit/asked-by-day.ts";
import { dismissSuggestion, suggestions } from "./suggestions.ts";

const annotated = toolApprovalPolicy.annotated();
const lately = () => Date.now() - 60_000;
const times = (count: number, call: PastCall): PastCall[] =>
  Array.from({ length: count }, () => ({ at: lately(), ...call }));
const pay = (amount: number, did: PastCall["did"]): PastCall => ({ tool: "pay", args: { amount }, did });

async function storeOf(...calls: PastCall[]) {
  const database = await openTestDatabase();
  await writeHistory(database, calls);
  return database;
}

test("suggestions: five unchanged approvals of one call make one, four do not, and an edit or decline of it prevents it", async () => {
  const database = await storeOf(
    ...times(5, pay(5, "accepted")),
    ...times(4, pay(6, "accepted")),
    ...times(9, pay(7, "accepted")),
    { at: lately(), ...pay(7, "declined") },
    ...times(9, pay(8, "accepted")),
    { at: lately(), ...pay(8, "edited") },
    { at: lately(), ...pay(5, "expired") },
  );
  const [one, ...others] = await suggestions(database, annotated);
  expect(others).toEqual([]);
  expect(one).toMatchObject({ server: "srv", tool: "pay", argumentsJson: '{"amount":5}', approvals: 5 });
  const parsed = parseRule(one?.text ?? "");
  if ("problems" in parsed) throw new Error(JSON.stringify(parsed.problems));
  const { would, letThrough } = await rehearse(database, withRules(annotated, [parsed.rule]), { withinMs: null });
  expect({ allow: would.allow, letThrough: letThrough.count }).toEqual({ allow: 6, letThrough: 0 });
});

test("G8: calls whose arguments are longer than any rule are not even grouped", async () => {
  const long = { ...pay(5, "accepted"), args: { text: "x".repeat(6_000) } };
  const database = await storeOf(...times(5, long), ...times(5, pay(5, "accepted")));
  const often = await approvedOften(database, { atLeast: 5, withinMs: 3_600_000, most: 9 });
  expect(often.map(({ argumentsJson }) => argumentsJson)).toEqual(['{"amount":5}']);
});

test("G8: a habit is looked for in the latest answers alone, however many there were before", async () => {
  const before = times(5, { ...pay(5, "accepted"), at: lately() - 60_000 });
  const database = await storeOf(...before, ...times(2_000, pay(6, "declined")));
  expect(await approvedOften(database, { atLeast: 5, withinMs: 3_600_000, most: 9 })).toEqual([]);
});

test("suggestions: none for what asks every time, runs already, or can destroy", async () => {
  const always = { ...pay(1, "accepted"), flag: "always" as const };
  const database = await storeOf(...times(6, always), ...times(6, { ...pay(2, "accepted"), flag: "never" }));
  expect(await suggestions(database, annotated)).toEqual([]);
  expect(await suggestions(database, toolApprovalPolicy.denyAll())).toEqual([]);
});

test("suggestions: one that was dismissed does not come back, and that is recorded", async () => {
  const database = await storeOf(...times(5, pay(5, "accepted")));
  const [one] = await suggestions(database, annotated);
  for (let again = 0; again < 2; again += 1) {
    await dismissSuggestion(database, { personId: "kim", key: one?.key ?? "", tool: "pay" });
  }
  expect(await suggestions(database, annotated)).toEqual([]);
  const rows = await database.db.selectFrom("audit").select(["kind", "person_id"]).execute();
  expect(rows).toEqual([{ kind: "suggestion-dismissed", person_id: "kim" }]);
});

test("suggestions: whatever the history, none covers a call that a person declined or edited", async () => {
  const args = fc.oneof(
    fc.constantFrom<JsonObject>(
      {},
      { n: 1 },
      { n: 1.5 },
      { n: "1" },
      { n: null },
      { list: [1, { deep: "a\nb\"'" }] },
      { "odd key": -1 },
    ),
    fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<never>, { maxKeys: 2 }),
  );
  const did = fc.constantFrom("accepted" as const, "accepted" as const, "declined" as const, "edited" as const);
  const group = fc.record({ args, did, count: fc.integer({ min: 1, max: 7 }), tool: fc.constantFrom("pay", "book") });
  let made = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(group, { minLength: 1, maxLength: 6 }), async (groups) => {
      const clean = groups.filter(
        (each) => JSON.stringify(each.args).isWellFormed() && !JSON.stringify(each.args).includes("\\u0000"),
      );
      const calls = clean.flatMap(({ count, ...call }) => times(count, call));
      const database = await storeOf(...calls);
      for (const { text } of await suggestions(database, annotated)) {
        made += 1;
        const parsed = parseRule(text);
        if ("problems" in parsed) throw new Error(JSON.stringify(parsed.problems));
        const tried = await rehearse(database, withRules(annotated, [parsed.rule]), { withinMs: null });
        expect(tried.letThrough.count, text).toBe(0);
        expect(tried.would.allow, text).toBeGreaterThanOrEqual(5);
      }
      await database.close();
    }),
    { numRuns: 40 },
  );
  expect(made).toBeGreaterThan(3);
});

test("F11, S0.54: what a client attests makes no habit of a person, nor do the calls of an agent that says itself who it is", async () => {
  const world = await gatewayWorld({ tools: [fakeTool("pay")] });
  const attesting = await world.connect("sdk 1", {
    answer: () => ({ action: "accept", content: { decision: "approve" } }),
  });
  for (let time = 0; time < 6; time += 1) await attesting.call("srv__pay", { amount: 5 });
  expect(await answeredByPerson(world.database, { since: 0, ownOf: null })).toEqual([]);
  const key = await world.asProgram("asks");
  for (let time = 0; time < 6; time += 1) {
    const body = { agent: "desk", tool: "pay", arguments: { amount: 5 } };
    const asked = world.call("POST", "/api/asks", { body, headers: key });
    await world.answer((await world.opened())[0], "approve");
    expect(await (await asked).json()).toMatchObject({ decision: "allow" });
  }
  expect(await suggestions(world.database, annotated)).toEqual([]);
  const asking = await world.connect("sdk 1");
  for (let time = 0; time < 5; time += 1) {
    const called = asking.call("srv__pay", { amount: 5 });
    await world.answer((await world.opened())[0], "approve");
    await called;
  }
  expect(await suggestions(world.database, annotated)).toMatchObject([{ server: "srv", approvals: 5 }]);
});
