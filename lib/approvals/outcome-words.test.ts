import { describe, expect, test } from "vitest";
import type { ApprovalView } from "./approval-view.ts";
import { approvalStatuses, toolCallStates } from "./states.ts";
import { outcomeWords } from "./outcome-words.ts";

const toolCall: ApprovalView = {
  v: 1,
  approvalId: "a1",
  chatId: "c1",
  toolCallId: "t1",
  status: "accepted",
  server: { id: "gmail", title: "gmail", origin: "https://mcp.example", trusted: false },
  tool: { name: "send_email", title: "Send email" },
  callState: "done",
  subject: {
    kind: "tool-call",
    caption: "",
    argumentsJson: "{}",
    inputSchema: {},
    effects: [],
    reason: "Writes ask.",
    ruleId: "annotated",
  },
  risk: 1,
  digest: "d",
  requestedAt: 0,
  expiresAt: 300_000,
  extensionsLeft: 10,
  decision: { action: "accept", endedBy: "person", by: null, at: 60_000, note: null, editedArgumentsJson: null },
};
const decision = toolCall.decision!;
const form: ApprovalView = {
  ...toolCall,
  subject: { kind: "form", message: "", fields: [], confirm: null, refused: null },
};
const line = (view: ApprovalView) => {
  const { stamp, by, world } = outcomeWords(view);
  return [by ? `${stamp} ${by}` : stamp, ...world].join(" · ");
};

describe("CARD: a settled card says what happened in the world", () => {
  test("C72: an answer in the tool's place says whose it is, and that nothing ran", () => {
    const responded = { ...decision, action: "respond" as const, by: "Ana", response: "It is sunny." };
    expect(line({ ...toolCall, status: "declined", callState: "refused", decision: responded })).toBe(
      "Answered by Ana · in the tool’s place · not run",
    );
  });

  test("S4.5: an approved call says whether it ran", () => {
    expect(line(toolCall)).toBe("Approved by you · ran");
    expect(line({ ...toolCall, callState: "running" })).toBe("Approved by you · running now");
    expect(line({ ...toolCall, callState: "failed" })).toBe("Approved by you · ended with an error");
    expect(line({ ...toolCall, decision: { ...decision, by: "Ana" } })).toBe("Approved by Ana · ran");
  });

  test("M4: a link says whether it was opened, and what became of the call", () => {
    const link: ApprovalView = {
      ...toolCall,
      callState: "running",
      subject: { kind: "link", message: "", url: "https://a.example/" },
    };
    expect(line(link)).toBe("Approved by you · page opened");
    expect(line({ ...link, callState: "done" })).toBe("Approved by you · page opened · call finished");
    expect(line({ ...link, callState: "failed" })).toBe("Approved by you · page opened · call ended with an error");
    const declined: ApprovalView = {
      ...link,
      status: "declined",
      callState: "refused",
      decision: { ...decision, action: "decline" },
    };
    expect(line(declined)).toBe("Declined by you · not opened");
    const again = { kind: "link", message: "", url: "https://a.example/", again: true } as const;
    expect(line({ ...link, subject: again })).toBe("Approved by you · said to be done");
    expect(line({ ...declined, subject: again })).toBe("Declined by you · nothing sent");
  });

  test("S2.6: edited arguments are named", () => {
    const edited = { ...toolCall, decision: { ...decision, editedArgumentsJson: '{"to":"b"}' } };
    expect(line(edited)).toBe("Approved by you · ran · arguments edited");
  });

  test("S0.18: a declined call was not run", () => {
    const declined: ApprovalView = {
      ...toolCall,
      status: "declined",
      callState: "refused",
      decision: { ...decision, action: "decline" },
    };
    expect(line(declined)).toBe("Declined by you · not run");
  });

  test("G1: a call that may have run is unknown, never a success", () => {
    expect(line({ ...toolCall, callState: "unknown" })).toBe("Unknown · may have run, check before trying again");
    expect(line({ ...form, callState: "unknown" })).toBe("Unknown · may have run, check before trying again");
  });

  test("S2.10: an expired question was not run, also when the yes came and nothing started", () => {
    const expired: ApprovalView = { ...toolCall, status: "expired", callState: "refused" };
    expect(line(expired)).toBe("Expired · approved, but never started · not run");
    const unanswered = { ...decision, action: "cancel" as const, endedBy: "timeout" as const };
    expect(line({ ...expired, decision: unanswered })).toBe("Expired · nobody answered · not run");
  });

  test("C81: an accept whose preview was outdated says so, whatever became of the call on another card", () => {
    const words = "Expired · approved · what it changes was not as its preview showed any more · asked again";
    for (const callState of ["waiting", "done", "refused"] as const)
      expect(line({ ...toolCall, status: "expired", callState, decision: { ...decision, outdated: true } })).toBe(
        words,
      );
  });

  test("F11: an answer that a client attests says whose word it is, and is nobody's here", () => {
    const refused = { ...toolCall, callState: "refused" } as const;
    const by = (action: "accept" | "decline") => ({
      ...decision,
      action,
      endedBy: "attested" as const,
      client: "Desk",
    });
    expect(line({ ...refused, decision: by("accept") })).toBe("Refused · approved, then refused · not run");
    expect(line({ ...refused, status: "declined", decision: by("decline") })).toBe(
      "Declined as the client “Desk” says of its user · not run",
    );
  });

  test("S4.3: stop and dismissal are both cancelled, and told apart", () => {
    const cancelled: ApprovalView = { ...toolCall, status: "cancelled", callState: "refused" };
    const by = (endedBy: "stop" | "person") => ({ ...decision, action: "cancel" as const, endedBy });
    expect(line({ ...cancelled, decision: by("stop") })).toBe("Cancelled · the answer was stopped · not run");
    expect(line({ ...form, status: "cancelled", decision: by("person") })).toBe(
      "Dismissed by you · nothing sent · call finished without it",
    );
    expect(line({ ...form, status: "declined", callState: "failed", decision: by("person") })).toBe(
      "Declined by you · nothing sent · call ended there",
    );
  });

  test("S4.3: a submitted form is submitted, a confirm is approved", () => {
    expect(line(form)).toBe("Submitted by you · call finished");
    const confirm: ApprovalView = {
      ...form,
      subject: { kind: "form", message: "", fields: [], confirm: {}, refused: null },
    };
    expect(line(confirm)).toBe("Approved by you · call finished");
  });

  test("I1: a call that was refused after its yes says refused and not run", () => {
    expect(line({ ...toolCall, callState: "refused" })).toBe("Refused · approved, then refused · not run");
  });

  test("CARD: every settled status and call state yields exactly one stamp", () => {
    const stamps = /\b(Approved|Submitted|Declined|Dismissed|Cancelled|Expired|Refused|Unknown)\b/g;
    for (const status of approvalStatuses.filter((each) => each !== "pending")) {
      for (const callState of toolCallStates) {
        for (const view of [toolCall, form]) {
          expect(line({ ...view, status, callState }).match(stamps)).toHaveLength(1);
        }
      }
    }
  });
});

test("S0.52, S0.54: an agent's own call is said to be released, and never to have run", () => {
  const said = {
    v: 1 as const,
    agent: "codex",
    keyName: "Laptop",
    cwd: null,
    summary: null,
    takesChanges: false,
    timeoutMs: 60_000,
  };
  const words = (callState: ApprovalView["callState"]) => line({ ...toolCall, said, callState });
  expect(words("done")).toBe("Approved by you · released to its agent");
  expect(words("running")).toBe("Approved by you · about to be released");
  expect(words("failed")).toBe("Approved by you · not released · its agent waited no more");
  expect(words("unknown")).toContain("Unknown");
  const gone = { ...decision, action: "cancel" as const, endedBy: "client-gone" as const };
  const left = { ...toolCall, said, status: "cancelled" as const, callState: "refused" as const, decision: gone };
  expect(line(left)).toBe("Cancelled · the client that made the call was gone · not run");
});
