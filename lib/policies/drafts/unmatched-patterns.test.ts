import { expect, test } from "vitest";
import { unmatchedPatterns, type KnownTool } from "./unmatched-patterns.ts";

const known: KnownTool[] = [
  { server: "shop", name: "process_refund" },
  { server: "shop", name: "get_order" },
  { server: "bank", name: "pay" },
];
const rule = (tools: string[] | null, server: string | null = null, callers: string[] | null = null) => {
  return unmatchedPatterns(known)({ server, tools, callers });
};

test("P53: a pattern that fits no tool is named with what was probably meant", () => {
  expect(rule(["process_refnd"])).toEqual([{ pattern: "process_refnd", similar: ["process_refund"], elsewhere: [] }]);
  expect(rule(["Process-Refund"])).toEqual([{ pattern: "Process-Refund", similar: ["process_refund"], elsewhere: [] }]);
  expect(rule(["refund*", "get_*"])).toEqual([{ pattern: "refund*", similar: ["process_refund"], elsewhere: [] }]);
  expect(rule(["pay"], "shop")).toEqual([{ pattern: "pay", similar: [], elsewhere: ["bank"] }]);
  expect(rule(["constructor", "wire_money"])).toMatchObject([{ similar: [] }, { similar: [] }]);
  expect(rule(["process_refund", "*_order", "*", "pa*y"])).toEqual([]);
  expect(rule(null)).toEqual([]);
});

test("P53: nothing is said of tools that nobody here can know", () => {
  // Agents elsewhere have tools of their own, and the server may not be connected.
  expect(rule(["Bash"], "agent:claude")).toEqual([]);
  expect(rule(["Bash"], null, ["asks:laptop", "asks:*"])).toEqual([]);
  expect(rule(["Bash"], null, ["asks:laptop", "chat"])).toHaveLength(1);
  expect(rule(["anything"], "down")).toEqual([]);
  expect(unmatchedPatterns([])({ server: null, tools: ["x"], callers: null })).toEqual([]);
});

test("P53, H8: of thousands of long patterns the first are looked through, and of those fewer are compared with every name", () => {
  const many = Array.from({ length: 1_000 }, (_, at) => ({ server: "srv", name: `${"tool_".repeat(12)}${at}` }));
  const find = unmatchedPatterns(many);
  const found = Array.from({ length: 5_000 }, (_, at) =>
    find({ server: null, tools: [`${"tool_".repeat(11)}too1_${at}*`], callers: null }),
  ).flat();
  expect(found).toHaveLength(500);
  expect(found.filter(({ similar }) => similar.length > 0)).toHaveLength(5);
});
