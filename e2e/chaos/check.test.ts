import { expect, test } from "vitest";
import { messageToModel } from "#lib/approvals/messages-to-model.ts";
import { check } from "./check.ts";
import { answered, asked, audited, digest, goodParts, historyOf } from "./sample-history.ts";
import type { Rule } from "./violation.ts";

type Parts = ReturnType<typeof goodParts>;

function rulesOf(parts: Parts): Rule[] {
  return [...new Set(check(historyOf(parts), parts.effects).map(({ rule }) => rule))];
}

test("a history in which nothing is wrong passes", () => {
  const parts = goodParts();
  expect(check(historyOf(parts), parts.effects)).toEqual([]);
});

const without = (parts: Parts, ...whats: string[]) => {
  parts.audit = parts.audit.filter(({ what }) => !whats.includes(what));
};
const replace = (parts: Parts, what: string, detail: object) => {
  parts.audit = parts.audit.map((row) => (row.what === what ? { ...row, detail: { ...row.detail, ...detail } } : row));
};

/** The call did not run, for this reason. */
const refusedFor = (reason: string) => (parts: Parts) => {
  without(parts, "call-cleared", "call-started", "call-finished");
  parts.audit.push(audited("call-refused", 30, { reason }));
  parts.call.state = "refused";
  parts.effects = [];
};
const unavailable = messageToModel({ kind: "tool-unavailable", toolName: "pay" });
const notSent = messageToModel({ kind: "not-sent", problem: 'The server "Ledger" cannot be reached.' });

/** One thing that went wrong in each, and what the check must call it. */
const wrong: [what: string, rule: Rule, change: (parts: Parts) => void][] = [
  [
    "a call that ran, of which a client was told that it did not",
    "told-wrongly",
    ({ others }) => others.push({ kind: "told", at: 1_000_090, plan: "c1", told: "not-run" }),
  ],
  [
    "a call that did not run, of which an agent was told that it may",
    "told-wrongly",
    ({ others }) => others.push({ kind: "told", at: 1_000_090, plan: "c2", told: "ran" }),
  ],
  ["a call that ran twice", "executed-twice", ({ effects }) => effects.push({ ...effects[0]!, worker: "w2" })],
  [
    "a gated call that a policy let run",
    "executed-without-accept",
    (parts) => {
      without(parts, "approval-decided");
      replace(parts, "call-cleared", { by: "policy" });
    },
  ],
  [
    "an accept that is on record and that nobody sent",
    "executed-without-accept",
    (parts) => {
      parts.requests = [];
    },
  ],
  [
    "an accept of other arguments than those that were sent along",
    "executed-without-accept",
    (parts) => {
      parts.requests = [answered("accept", { edited: { plan: "c1", line: 1, amount: 6, takesMs: 0 } })];
    },
  ],
  [
    "an accept that came after the start",
    "executed-without-accept",
    (parts) => {
      const decided = parts.audit.find(({ what }) => what === "approval-decided")!;
      parts.audit = [...parts.audit.filter((row) => row !== decided), decided];
    },
  ],
  [
    "a declined call that ran",
    "executed-against-answer",
    ({ audit }) => audit.push(audited("approval-decided", 12, { action: "decline", digest })),
  ],
  [
    "an expired call that ran",
    "executed-against-answer",
    ({ audit }) => audit.push(audited("approval-ended", 12, { status: "expired", endedBy: "timeout" })),
  ],
  [
    "arguments that are not what the digest is of",
    "executed-other-bytes",
    ({ effects }) => {
      effects[0]!.args = { ...effects[0]!.args, amount: 6 };
    },
  ],
  [
    "an accept of another digest",
    "executed-other-bytes",
    (parts) => replace(parts, "approval-decided", { digest: `v1:${"0".repeat(64)}` }),
  ],
  [
    "an effect of a call whose start is not on record",
    "executed-unrecorded",
    (parts) => without(parts, "call-started"),
  ],
  [
    "an effect of a call that nobody knows",
    "executed-unrecorded",
    (parts) => {
      parts.effects.push({ ...parts.effects[0]!, call: "k2" });
    },
  ],
  [
    "a call that was started twice",
    "started-twice",
    ({ audit }) => audit.push(audited("call-started", 22, { digest, fence: 2 })),
  ],
  [
    "a start by somebody who had lost the run",
    "started-by-older-holder",
    ({ audit }) => audit.push({ ...audited("call-started", 10, { digest, fence: 0 }), call: "k2" }),
  ],
  [
    "two decisions of one question",
    "decided-twice",
    ({ audit }) => audit.push(audited("approval-decided", 11, { action: "accept", digest })),
  ],
  [
    "a decision after the deadline",
    "decided-after-deadline",
    ({ approval }) => {
      approval.decidedAt = approval.expiresAt + 500;
    },
  ],
  [
    "an acknowledged decision that is not on record",
    "decision-lost",
    (parts) => {
      without(parts, "approval-decided", "call-cleared", "call-started", "call-finished");
      parts.effects = [];
    },
  ],
  [
    "an acknowledged accept after which nothing was started",
    "decision-lost",
    (parts) => {
      without(parts, "call-cleared", "call-started", "call-finished");
      parts.audit.push(audited("call-refused", 30));
      parts.call.state = "refused";
      parts.effects = [];
    },
  ],
  [
    "an acknowledged decision on a question that the store does not know",
    "decision-lost",
    ({ requests }) =>
      requests.push(asked({ to: "answer", approval: "a2", action: "decline", edited: null, said: null })),
  ],
  [
    "two different decisions that were both acknowledged",
    "decision-flipped",
    ({ requests }) => requests.push(answered("decline", { said: "declined" })),
  ],
  [
    "a decision that another person was told otherwise of",
    "decision-flipped",
    ({ requests }) => requests.push(answered("decline", { status: 409, said: "declined" })),
  ],
  [
    "a question that was said to have expired and is accepted",
    "decision-flipped",
    ({ requests }) => requests.push(answered("accept", { status: 410, said: "expired" })),
  ],
  [
    "an acknowledged decision of which the row says something else",
    "decision-flipped",
    ({ approval }) => {
      approval.status = "declined";
    },
  ],
  [
    "a message that was taken and never answered",
    "turn-lost",
    ({ requests }) => requests.push(asked({ to: "turn", chat: "c2", message: "m2" })),
  ],
  [
    "a run that never ended",
    "never-ended",
    ({ run }) => {
      run.status = "parked";
    },
  ],
  [
    "a call that never ended",
    "never-ended",
    ({ call }) => {
      call.state = "running";
    },
  ],
  ["a call that was refused because its tool was not there yet", "server-not-waited-for", refusedFor(unavailable)],
  ["a call that was refused because its server was not up", "server-not-waited-for", refusedFor(notSent)],
  ["an end that is not on record", "record-missing", (parts) => without(parts, "call-finished")],
  [
    "a call that is recorded to have ended otherwise",
    "record-missing",
    (parts) => replace(parts, "call-finished", { outcome: "failed" }),
  ],
  ["a verdict that is not on record", "record-missing", (parts) => without(parts, "verdict-given")],
  ["a question that is not on record", "record-missing", (parts) => without(parts, "approval-opened")],
  [
    "a question whose end is not on record",
    "record-missing",
    (parts) => {
      parts.approval.byPerson = false;
      parts.approval.status = "cancelled";
    },
  ],
  [
    "a call that was given up though its process was well",
    "healthy-holder-evicted",
    (parts) => {
      without(parts, "call-finished");
      parts.audit.push(audited("call-unknown", 3_000, { reason: "Countersign stopped while the tool was running" }));
      parts.call.state = "unknown";
    },
  ],
  [
    "an answer that came late",
    "answered-late",
    ({ requests }) => requests.push(asked({ to: "look" }, { status: 503, ms: 2_100 })),
  ],
  [
    "an answer that never came",
    "answered-late",
    ({ requests }) => requests.push(asked({ to: "look" }, { status: null, ms: 5_010, queuedMs: 2_000 })),
  ],
  [
    "a connection that was closed without an answer",
    "answered-unclearly",
    ({ requests }) => requests.push(asked({ to: "look" }, { status: null })),
  ],
  [
    "an error that says nothing",
    "answered-unclearly",
    ({ requests }) => requests.push(asked({ to: "stop", chat: "c1" }, { status: 500 })),
  ],
  [
    "a process that died by itself",
    "died-by-itself",
    ({ others }) => others.push({ kind: "worker", at: 0, worker: "w1", event: "died" }),
  ],
  [
    "chaos in which hardly anything was executed",
    "hardly-executed",
    (parts) => {
      parts.others.push(...["r2", "r3", "r4", "r5"].map((id) => ({ ...parts.run, id, chat: id, message: id })));
    },
  ],
];

test.each(wrong)("the check finds %s", (_, rule, change) => {
  const parts = goodParts();
  change(parts);
  expect(rulesOf(parts)).toContain(rule);
});

/** Histories that may look wrong and are right. */
const right: [what: string, change: (parts: Parts) => void][] = [
  [
    "the same answer that was acknowledged twice",
    ({ requests }) => requests.push(answered("accept", { said: "accepted" })),
  ],
  [
    "an answer that was refused because another was first",
    ({ requests }) => requests.push(answered("decline", { status: 409, said: "accepted" })),
  ],
  [
    "an answer of which nobody heard whether it counted",
    ({ requests }) => requests.push(answered("decline", { status: 503 })),
  ],
  [
    "a late answer of a process that others kept from running",
    ({ requests }) => requests.push(asked({ to: "look" }, { ms: 2_400, queuedMs: 500 })),
  ],
  [
    "a missing answer of a process that others kept from running until nobody waited any more",
    ({ requests }) => requests.push(asked({ to: "look" }, { status: null, ms: 5_010, queuedMs: 4_000 })),
  ],
  [
    "a late answer of a process that was paused",
    ({ requests }) => requests.push(asked({ to: "look" }, { status: null, ms: 4_000, disturbed: true })),
  ],
  [
    "an accept whose run was stopped before its call was started",
    (parts) => {
      without(parts, "call-cleared", "call-started", "call-finished");
      parts.audit.push(audited("call-refused", 30));
      parts.call.state = "refused";
      parts.effects = [];
      parts.requests.push(asked({ to: "stop", chat: "c1" }));
      // Another run executed something, so that this one needs not.
      const { run, call } = parts;
      parts.others.push(
        { ...run, id: "r2", chat: "c2", message: "m2" },
        { ...call, id: "k2", run: "r2", state: "done" },
      );
    },
  ],
  [
    "a call that was given up after its process was killed",
    (parts) => {
      without(parts, "call-finished");
      parts.audit.push(audited("call-unknown", 3_000, { reason: "Countersign stopped while the tool was running" }));
      parts.call.state = "unknown";
      parts.others.push({ kind: "worker", at: 1_000_030, worker: "w1", event: "killed" });
    },
  ],
  [
    "a call that was given up while the store was away",
    (parts) => {
      without(parts, "call-finished");
      parts.audit.push(audited("call-unknown", 3_000, { reason: "Countersign stopped while the tool was running" }));
      parts.call.state = "unknown";
      parts.others.push({ kind: "fault", at: 1_000_030, until: 1_002_500, what: "black hole", worker: null });
    },
  ],
];

test.each(right)("the check minds no %s", (_, change) => {
  const parts = goodParts();
  change(parts);
  expect(rulesOf(parts).filter((rule) => rule !== "hardly-executed" && rule !== "record-missing")).toEqual([]);
});
