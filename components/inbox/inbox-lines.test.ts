import { expect, test } from "vitest";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import { inboxLines, lineWith, waitingOn } from "./inbox-lines.ts";

/** Only what the list looks at. */
function entry(id: string, { runId = "r", risk = 1, status = "pending" } = {}): InboxItem {
  const subject = { kind: "tool-call", argumentsJson: `{"text":"${id}"}`, effects: [], inputSchema: {} };
  const view = { subject, server: { title: "App" }, tool: { name: "add_note" }, risk };
  return { id, runId, status, view } as unknown as InboxItem;
}
const shown = (entries: InboxItem[]) => inboxLines(entries).map((line) => line.entries.map(({ id }) => id).join("+"));

test("N21: calls of one tool in one answer are a line where the first of them stands; fewer, or of another answer, are not", () => {
  expect(shown([entry("a"), entry("x", { runId: "s" }), entry("b"), entry("y", { runId: "s" }), entry("c")])).toEqual([
    "a+b+c",
    "x",
    "y",
  ]);
});

test("N20, N21: a call of a higher risk stands on a line of its own", () => {
  expect(shown([entry("a"), entry("b"), entry("high", { risk: 3 }), entry("c")])).toEqual(["a+b+c", "high"]);
});

test("N21: what is answered stays in its table", () => {
  const lines = inboxLines([entry("a", { status: "accepted" }), entry("b"), entry("c")]);
  expect(lines).toHaveLength(1);
  expect(lineWith(lines, "a")).toBe(lines[0]);
  expect(lineWith(lines, "gone")).toBeNull();
  expect(waitingOn(lines[0]!).map(({ id }) => id)).toEqual(["b", "c"]);
});
