import { messageToModel } from "#lib/approvals/messages-to-model.ts";
import { expect, test } from "vitest";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import type { ChatMessage, ToolPart } from "#lib/chat/chat-message.ts";
import { isSameSegment, segmentsOf, callStanding, type Call } from "./segments.ts";

type Part = ChatMessage["parts"][number];

test("calls made together stand together, each with its own cards and progress, wherever those stand", () => {
  const segments = draw([
    { type: "step-start" },
    { type: "text", text: "Two refunds." },
    call("a"),
    call("b"),
    approval("b"),
    approval("a"),
    progress("a"),
  ]);
  expect(segments.map(({ kind }) => kind)).toEqual(["text", "calls"]);
  const stack = segments[1];
  const calls = stack?.kind === "calls" ? stack.calls : [];
  expect(calls.map(({ toolCallId, approvals }) => [toolCallId, approvals[0]?.toolCallId])).toEqual([
    ["a", "a"],
    ["b", "b"],
  ]);
  expect(calls[0]?.progress?.progress).toBe(1);
});

test("text between calls parts the stacks, and a late card still goes to its own call", () => {
  const segments = draw([call("a"), { type: "text", text: "And now:" }, call("b"), approval("a")]);
  expect(segments.map(({ kind }) => kind)).toEqual(["calls", "text", "calls"]);
  const [first] = segments;
  expect(first?.kind === "calls" && first.calls[0]?.approvals).toHaveLength(1);
});

test("a card whose call is missing is drawn all the same", () => {
  const [segment] = draw([approval("lost")]);
  expect(segment?.kind === "calls" && segment.calls[0]?.approvals).toHaveLength(1);
});

test("a segment is drawn anew exactly when one of its parts is another", () => {
  const parts = [call("a"), approval("a"), { type: "text", text: "Done." } as const];
  const before = draw(parts);
  const after = draw([...parts.slice(0, 1), approval("a"), parts[2]!]);
  expect(isSameSegment(before[0]!, after[0]!)).toBe(false);
  expect(isSameSegment(before[1]!, after[1]!)).toBe(true);
});

test.each<[string, Partial<Call>, boolean, string]>([
  ["an open card waits, whatever the part says", { approvals: [view({ status: "pending" })] }, true, "waiting"],
  ["a call without an answer runs while the run lives", {}, true, "running"],
  ["a call without an answer is interrupted once the run is over", {}, false, "interrupted"],
  [
    "a call of unknown outcome says so",
    { approvals: [view({ status: "accepted", callState: "unknown" })] },
    false,
    "unknown",
  ],
  ["a refused call was not run", { approvals: [view({ status: "declined", callState: "refused" })] }, false, "not run"],
  [
    "a call that a policy refused was not run",
    { part: failed("Tool execution denied by policy: This chat is in shadow mode.") },
    false,
    "not run",
  ],
  [
    "a call that came after the last question of its answer was not asked about",
    { part: failed(messageToModel({ kind: "too-many-asks", within: "turn" })) },
    false,
    "not asked",
  ],
  ["a call that failed on its way is a failure", { part: failed("The server is not there.") }, false, "failed"],
  ["an error in the result is a failure", { part: done({ content: [], isError: true }) }, false, "failed"],
  [
    "a call whose server got no answer to its question was not completed",
    {
      part: done({ content: [], isError: true }),
      approvals: [view({ status: "declined", callState: "failed" })],
    },
    false,
    "not completed",
  ],
  [
    "an error after an answer is a failure",
    {
      part: done({ content: [], isError: true }),
      approvals: [view({ status: "accepted", callState: "failed" })],
    },
    false,
    "failed",
  ],
  ["a result is done", { part: done({ content: [], isError: false }) }, false, "done"],
  ["S0.52: an agent's own call was let go, and not done", { part: ofAgent(done({})) }, true, "released"],
  ["S0.52: one that it gave up was not let go", { part: ofAgent(failed("It waits no more.")) }, true, "not released"],
  [
    "S0.52: one that was approved is about to be let go, and does not run",
    { part: ofAgent(call("a")), approvals: [view({ status: "accepted", callState: "running" })] },
    true,
    "about to be released",
  ],
  ["S0.52: one that is not judged yet does not run", { part: ofAgent(call("a")) }, true, "preparing"],
])("%s", (_name, change, answering, expected) => {
  const base: Call = { toolCallId: "a", part: call("a"), approvals: [], progress: null, grant: null, unasked: null };
  expect(callStanding({ ...base, ...change }, answering)).toBe(expected);
});

function draw(parts: readonly Part[]) {
  return segmentsOf({ id: "m", role: "assistant", parts: [...parts] });
}

function call(toolCallId: string): ToolPart {
  return { type: "dynamic-tool", toolName: "t", toolCallId, state: "input-available", input: {} };
}

function done(output: unknown): ToolPart {
  return { type: "dynamic-tool", toolName: "t", toolCallId: "a", state: "output-available", input: {}, output };
}

function failed(errorText: string): ToolPart {
  return { type: "dynamic-tool", toolName: "t", toolCallId: "a", state: "output-error", input: {}, errorText };
}

function ofAgent(part: ToolPart): ToolPart {
  return { ...part, toolMetadata: { serverId: "agent:claude-code" } };
}

function progress(toolCallId: string): Part {
  return { type: "data-progress", id: toolCallId, data: { toolCallId, progress: 1, total: 2, message: null } };
}

function approval(toolCallId: string): Part {
  return { type: "data-approval", id: `of-${toolCallId}`, data: view({ toolCallId }) };
}

function view(change: Partial<ApprovalView>): ApprovalView {
  return {
    v: 1,
    approvalId: "1",
    chatId: "chat",
    toolCallId: "a",
    status: "pending",
    server: { id: "s", title: "S", origin: "o", trusted: false },
    tool: { name: "t", title: "T" },
    callState: "waiting",
    subject: { kind: "link", message: "", url: "https://example.com/" },
    risk: 1,
    digest: "d",
    requestedAt: 0,
    expiresAt: 1,
    extensionsLeft: 0,
    decision: null,
    ...change,
  };
}
