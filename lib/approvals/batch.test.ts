import { expect, test } from "vitest";
import type { ApprovalView } from "./approval-view.ts";
import type { Audience } from "#lib/people/audience.ts";
import { batchOf } from "./batch.ts";

let made = 0;

type Subject = Extract<ApprovalView["subject"], { kind: "tool-call" }>;

function call(change: Partial<ApprovalView> = {}, subject: Partial<Subject> = {}): ApprovalView {
  made += 1;
  return {
    v: 1,
    approvalId: `a${made}`,
    chatId: "c",
    toolCallId: `t${made}`,
    status: "pending",
    server: { id: "s", title: "Files", origin: "npx files", trusted: true },
    tool: { name: "write", title: "Write" },
    callState: "waiting",
    risk: 1,
    subject: {
      kind: "tool-call",
      caption: "",
      argumentsJson: '{"path":"a"}',
      inputSchema: {},
      effects: [],
      reason: "",
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

const audience: Audience = { kind: "other", words: "", mayAnswer: true, askedBy: null, needed: 1, signatures: [] };

test("CARD, C1, C4, C65: low-risk calls of an answer may be approved together; a call that may not says why", () => {
  const [one, two] = [call(), call({ risk: 2 }, { argumentsJson: '{"\u043f\u0443\u0442\u044c":"a"}' })];
  const alone: [ApprovalView, string][] = [
    [call({ risk: 3 }), "risk 3"],
    [call({ risk: 5 }), "risk 5"],
    [call({ audience: { ...audience, mayAnswer: false } }), "waits for somebody else"],
    [call({ audience: { ...audience, mayAnswer: true } }), "needs more than your word"],
    [call({}, { effects: [{ kind: "cannot-be-undone", source: "server" }] }), "cannot be undone"],
    [call({ changes: ["It was raised."] }), "changed since it opened"],
    [call({}, { earlier: { asked: 2, declined: 1 } }), "was declined before in this answer"],
    [call({}, { argumentsJson: JSON.stringify({ text: "x".repeat(2_000) }) }), "long arguments"],
    [call({}, { argumentsJson: '{"path":"a\u202eb"}' }), "contains hidden characters"],
    [call({ tool: { name: "wri\u200bte", title: "" } }), "contains hidden characters"],
    [call({ tool: { name: "wr\u0456te", title: "" } }), "has a name that may imitate another"],
    [call({}, { argumentsJson: '{"path":"a","p\u0430th":"b"}' }), "has a name that may imitate another"],
    [call({}, { argumentsJson: '{"path":"a"," ":"b"}' }), "has an argument without a name"],
    [call({ subject: { kind: "link", message: "", url: "https://example.com" } }), "a question of its server"],
  ];
  const batch = batchOf([one, ...alone.map(([view]) => view), two]);
  expect(batch.joins).toEqual([one, two]);
  expect(batch.alone).toEqual(alone.map(([view, why]) => ({ view, why })));
});

test("CARD: one call alone is no batch", () => {
  expect(batchOf([call(), call({ risk: 4 })]).joins).toEqual([]);
  expect(batchOf([]).joins).toEqual([]);
});
