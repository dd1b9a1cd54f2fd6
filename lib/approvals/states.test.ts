import fc from "fast-check";
import { expect, test } from "vitest";
import {
  approvalStatuses,
  isSettled,
  mayMoveApproval,
  mayMoveToolCall,
  toolCallStates,
  type ApprovalStatus,
  type ToolCallState,
} from "./states.ts";

const status = fc.constantFrom(...approvalStatuses);
const state = fc.constantFrom(...toolCallStates);

/** Every state on a walk of attempted moves, refused ones included. */
function walk<State>(start: State, wishes: State[], may: (from: State, to: State) => boolean): State[] {
  const path = [start];
  for (const wish of wishes) {
    const from = path[path.length - 1] as State;
    if (may(from, wish)) path.push(wish);
  }
  return path;
}

test("I3: declined, cancelled and expired approvals never change again", () => {
  const absorbing: ApprovalStatus[] = ["declined", "cancelled", "expired"];
  for (const from of absorbing)
    for (const to of approvalStatuses) expect(mayMoveApproval(from, to), `${from} to ${to}`).toBe(false);
});

test("the only way out of accepted is expired, and nothing returns to pending", () => {
  expect(approvalStatuses.filter((to) => mayMoveApproval("accepted", to))).toEqual(["expired"]);
  for (const from of approvalStatuses) expect(mayMoveApproval(from, "pending")).toBe(false);
});

test("I3: done, failed, unknown and refused calls never change again", () => {
  const settled: ToolCallState[] = ["done", "failed", "unknown", "refused"];
  expect(toolCallStates.filter(isSettled)).toEqual(settled);
  for (const from of settled)
    for (const to of toolCallStates) expect(mayMoveToolCall(from, to), `${from} to ${to}`).toBe(false);
});

test("I1: a call reaches running only from cleared, and cleared only from proposed or waiting", () => {
  expect(toolCallStates.filter((from) => mayMoveToolCall(from, "running"))).toEqual(["cleared"]);
  expect(toolCallStates.filter((from) => mayMoveToolCall(from, "cleared"))).toEqual(["proposed", "waiting"]);
});

test("S0.33: an approval is never accepted after it was anything but pending", () => {
  fc.assert(
    fc.property(fc.array(status, { maxLength: 12 }), (wishes) => {
      const path = walk<ApprovalStatus>("pending", wishes, mayMoveApproval);
      const accepted = path.indexOf("accepted");
      return accepted < 1 || path.slice(0, accepted).every((earlier) => earlier === "pending");
    }),
    { numRuns: 2_000 },
  );
});

test("I1: whatever is tried, a call runs only straight after it was cleared, and a settled one stays settled", () => {
  fc.assert(
    fc.property(fc.array(state, { maxLength: 16 }), (wishes) => {
      const path = walk<ToolCallState>("proposed", wishes, mayMoveToolCall);
      return path.every(
        (each, index) =>
          (each !== "running" || path[index - 1] === "cleared") && (!isSettled(each) || index === path.length - 1),
      );
    }),
    { numRuns: 2_000 },
  );
});
