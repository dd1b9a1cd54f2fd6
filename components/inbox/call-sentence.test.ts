import { expect, test } from "vitest";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { beginningOf } from "./call-sentence.tsx";

test("S2.6: the line of a call that was edited begins with what ran, and with nothing of what was proposed", () => {
  const subject = { kind: "tool-call", argumentsJson: '{"path":"old.txt"}', effects: [], inputSchema: {} };
  // Only what the line looks at.
  const view = {
    subject,
    server: { title: "App" },
    tool: { name: "write" },
    decision: null,
  } as unknown as ApprovalView;
  expect(beginningOf(view)).toBe("old.txt");
  const decision = { editedArgumentsJson: '{"path":"new.txt"}' } as ApprovalView["decision"];
  expect(beginningOf({ ...view, decision })).toBe("new.txt");
});
