import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonValue } from "#lib/untrusted/json.ts";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { callTable, outliers, tableKey } from "./call-table.ts";

type Subject = Extract<ApprovalView["subject"], { kind: "tool-call" }>;

function call(args: object, change: Partial<ApprovalView> = {}, subject: Partial<Subject> = {}): ApprovalView {
  return {
    v: 1,
    approvalId: "a",
    chatId: "c",
    toolCallId: "t",
    status: "pending",
    server: { id: "s", title: "Shop", origin: "npx shop", trusted: true },
    tool: { name: "refund", title: "Refund" },
    callState: "waiting",
    risk: 2,
    subject: {
      kind: "tool-call",
      caption: "",
      argumentsJson: JSON.stringify(args),
      inputSchema: { properties: { order: {}, amount: {}, currency: {} } },
      effects: [],
      reason: "Refunds ask.",
      ruleId: "default",
      ...subject,
    },
    digest: "v1:0",
    requestedAt: 0,
    expiresAt: 1,
    extensionsLeft: 10,
    decision: null,
    ...change,
  };
}

test("C65: what is the same in all calls is said once, what differs is a column in the order of the schema", () => {
  const table = callTable([
    call({ currency: "EUR", amount: 5, order: "1" }),
    call({ zone: "eu", currency: "EUR", amount: 6, order: "2" }),
  ]);
  expect(table.shared).toEqual({ currency: "EUR" });
  expect(table.columns).toEqual(["order", "amount", "zone"]);
  expect(table.rows.map(({ args }) => args["amount"])).toEqual([5, 6]);
});

test("C65, S2.6: a row shows what ran, and no argument is lost whatever its name", () => {
  const edited = call({ amount: 5 }, { status: "accepted" });
  const decision = { action: "accept", endedBy: "person", by: null, at: 0, note: null } as const;
  edited.decision = { ...decision, editedArgumentsJson: '{"amount":4}' };
  expect(callTable([edited, call({ amount: 6 })]).rows[0]?.args).toEqual({ amount: 4 });
  const names = fc.constantFrom("order", "__proto__", "constructor", "amount", "x");
  const args = fc.array(fc.dictionary(names, fc.oneof(fc.integer(), fc.string())), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(args, (all) => {
      const table = callTable(all.map((each) => call(JSON.parse(JSON.stringify(each)) as object)));
      for (const row of table.rows) {
        for (const key of Object.keys(row.args)) {
          expect(table.columns.includes(key) || Object.hasOwn(table.shared, key)).toBe(true);
        }
      }
    }),
  );
});

test("C65, C14: calls stand together only where a card says the same of them, and high risk stays alone", () => {
  const key = tableKey(call({ amount: 5 }));
  expect(key).not.toBeNull();
  expect(tableKey(call({ amount: 6 }, { approvalId: "b", digest: "v1:1" }))).toBe(key);
  const others = [
    call({}, {}, { reason: "Another rule." }),
    call({}, {}, { effects: [{ kind: "changes-data", source: "server" }] }),
    call({}, { server: { id: "s", title: "Shop", origin: "npx shop", trusted: false } }),
    call({}, { tool: { name: "pay", title: "Refund" } }),
    call({}, { agents: ["helper"] }),
    call({}, { risk: 1 }),
  ];
  for (const other of others) expect([null, key]).not.toContain(tableKey(other));
  const alone = [
    call({}, { risk: 3 }),
    call({}, { changes: ["Its risk was raised."] }),
    call({ text: "a\u202eb" }),
    call({ text: "x".repeat(3_000) }),
    call({}, {}, { effects: [{ kind: "cannot-be-undone", source: "server" }] }),
    call({}, {}, { provenance: [{ field: "order", from: [{ tool: "read", server: "web" }] }] }),
    call({}, {}, { argumentsJson: "[]" }),
  ];
  for (const each of alone) expect(tableKey(each)).toBeNull();
});

test.each<[what: string, values: (JsonValue | undefined)[], odd: number[]]>([
  ["a number far from the others", [10, 12, 11, 9, 4_000, 10], [4]],
  ["numbers that spread evenly", [10, 20, 30, 40, 50, 60], []],
  ["the one that differs", ["EUR", "EUR", "EUR", "EUR", "USD", "EUR"], [4]],
  ["the one number that differs", [5, 5, 5, 5, 5, 7], [5]],
  ["all differ", ["a", "b", "c", "d", "e"], []],
  ["a much longer text", ["a", "b", "c", "d", "e".repeat(60)], [4]],
  ["the one that is left out", ["a", "b", undefined, "d", "e"], [2]],
  ["too few to tell", [1, 1, 900], []],
])("C65: unusual values are marked: %s", (_, values, odd) => {
  expect([...outliers(values)]).toEqual(odd);
});
