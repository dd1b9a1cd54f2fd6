import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Call } from "./segments.ts";
import { ToolCall } from "./tool-call.tsx";

type Parts = { part: object; progress?: Call["progress"]; approvals?: object[]; unasked?: Call["unasked"] };

/** The text of a call as it stands on the page. */
function drawn({ part, progress = null, approvals = [], unasked = null }: Parts): string {
  const base = { type: "dynamic-tool", toolName: "srv__read", toolCallId: "c1", input: {} };
  // A chunk as the stream of an answer carries it.
  const call = {
    toolCallId: "c1",
    part: { ...base, ...part },
    approvals,
    progress,
    unasked,
  } as unknown as Call;
  return renderToStaticMarkup(createElement(ToolCall, { call, answering: true }));
}

const hidden = "a\u202eb\u001b[8m\u{e0041}";
const marked = "a⟨U+202E⟩b⟨U+001B⟩[8m⟨U+E0041⟩";

test("C2, C5: hidden characters in a result, an error or a progress report are marked on the page", () => {
  const output = { content: [{ type: "text", text: hidden }], structuredContent: null, isError: false, remark: null };
  expect(drawn({ part: { state: "output-available", output } })).toContain(marked);
  expect(drawn({ part: { state: "output-error", errorText: hidden } })).toContain(marked);
  const progress = { toolCallId: "c1", progress: 1, total: null, message: hidden };
  expect(drawn({ part: { state: "input-available" }, progress })).toContain(marked);
});

test("C2: a result with Persian, Hindi and a family emoji is shown as it was written", () => {
  const text = "می\u200cخواهم क्\u200dष 👨\u200d👩\u200d👧            \n\n\n\n\n\n\n\nend";
  const output = { content: [{ type: "text", text }], structuredContent: null, isError: false, remark: null };
  expect(drawn({ part: { state: "output-available", output } })).toContain(text);
});

test("S0.69: structured content stands beside the text, with what is wrong with it", () => {
  const content = [{ type: "text", text: "One order." }];
  const output = { content, structuredContent: { rows: "A-17" }, isError: false, remark: null, mismatch: "It lies." };
  const page = drawn({ part: { state: "output-available", output } });
  for (const text of ["One order.", "Structured result", "A-17", "It lies."]) expect(page).toContain(text);
  const empty = { content: [], structuredContent: { rows: "A-17" }, isError: false, remark: null };
  expect(drawn({ part: { state: "output-available", output: empty } })).not.toContain("nothing");
  const none = { content: [], structuredContent: null, isError: false, remark: null };
  expect(drawn({ part: { state: "output-available", output: none } })).toContain("nothing");
});

test("S0.52: of an agent's own call the line says that it was let go, never that it is done or ran", () => {
  const output = { content: [{ type: "text", text: "Released." }], structuredContent: null, isError: false };
  const toolMetadata = { serverId: "agent:claude-code", serverTitle: "claude-code", toolName: "Bash" };
  const unasked = { ruleId: "rule:a", reason: "Builds are fine." };
  const page = drawn({ part: { state: "output-available", output, toolMetadata }, unasked });
  expect(page).toContain("released to its agent");
  expect(page).toContain("Released without asking. Rule: Builds are fine.");
  expect(page).not.toMatch(/\b(?:done|ran|result)\b/i);
});

test("S4.21: a call that waits for a connection says so in place of running, and draws no progress", () => {
  const part = { state: "input-available" };
  const queued = { toolCallId: "c1", progress: 0, total: null, message: "Waits for a free connection to Shop." };
  const waiting = drawn({ part, progress: { ...queued, isQueued: true } });
  expect(waiting).toContain("waits for its server");
  expect(waiting).toContain("Waits for a free connection to Shop.");
  expect(waiting).not.toMatch(/running|<progress/);
  const begun = drawn({ part, progress: { ...queued, message: null } });
  expect(begun).toContain("running");
  expect(begun).not.toMatch(/waits for|<progress/);
});

test("CARD: a call that did not run says so once: in its line, or on the settled card below it", () => {
  const part = { state: "output-denied" };
  expect(drawn({ part })).toContain("not run");
  const decision = { action: "decline", endedBy: "person", by: null, at: 0, note: null };
  const declined = { status: "declined", callState: "refused", subject: { kind: "tool-call" }, decision };
  const named = { server: { id: "srv", title: "Files" }, tool: { name: "read" } };
  expect(drawn({ part, approvals: [{ ...declined, ...named }] })).not.toContain("not run");
});
