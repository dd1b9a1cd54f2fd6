import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import type { EndedBy } from "#lib/approvals/decision.ts";
import type { ToolCallState } from "#lib/approvals/states.ts";

export type Stamp =
  | "Approved"
  | "Submitted"
  | "Declined"
  | "Dismissed"
  | "Cancelled"
  | "Expired"
  | "Refused"
  | "Unknown";

/** One line about a settled approval: the stamp, who did it, when, and what happened in the world. */
export type SettledWords = {
  stamp: Stamp;
  tone: "green" | "amber" | "red" | "plain";
  /** Continues the stamp: "by you". Empty when the stamp says it all. */
  by: string;
  /** Unix ms. */
  at: number | null;
  /** What became of it, in order: "not run", "arguments edited". */
  world: string[];
};

const mayHaveRun = "may have run, check before trying again";

export function settledWords(view: ApprovalView): SettledWords {
  const { status, decision, callState } = view;
  const at = decision?.at ?? null;
  const by = decision?.endedBy === "person" ? `by ${nameOf(decision.by)}` : "";
  switch (status) {
    case "accepted":
      if (callState === "unknown") return { stamp: "Unknown", tone: "amber", by: "", at, world: [mayHaveRun] };
      if (callState === "refused")
        return {
          stamp: "Refused",
          tone: "red",
          by: "",
          at,
          world: ["approved, then refused", "not run"],
        };
      return { stamp: acceptedStamp(view), tone: "green", by, at, world: acceptedWorld(view) };
    case "declined":
      return { stamp: "Declined", tone: "red", by, at, world: unansweredWorld(view) };
    case "expired":
      return { stamp: "Expired", tone: "plain", by: "", at, world: [expiredWhy(view), ...unansweredWorld(view)] };
    case "cancelled":
      if (by !== "") return { stamp: "Dismissed", tone: "plain", by, at, world: unansweredWorld(view) };
      return { stamp: "Cancelled", tone: "plain", by, at, world: [...cancelledWhy(view), ...unansweredWorld(view)] };
    case "pending":
      throw new Error("A pending approval has no outcome yet.");
  }
}

function acceptedStamp({ subject }: ApprovalView): Stamp {
  return subject.kind === "form" && subject.confirm === null ? "Submitted" : "Approved";
}

const progressOf: { [State in Exclude<ToolCallState, "unknown" | "refused">]: string } = {
  proposed: "about to run",
  waiting: "under way",
  cleared: "about to run",
  running: "running now",
  done: "ran",
  // Whether it ran: its server may have refused it, or never have been reached.
  failed: "ended with an error",
};

function acceptedWorld(view: ApprovalView): string[] {
  const { subject, callState, decision } = view;
  if (callState === "unknown" || callState === "refused") return [];
  if (subject.kind !== "tool-call") {
    const end = callState === "done" ? ["call finished"] : callState === "failed" ? ["call ended with an error"] : [];
    if (subject.kind === "link") return [subject.again ? "said to be done" : "page opened", ...end];
    return end.length > 0 ? end : ["sent"];
  }
  const edited = decision?.editedArgumentsJson == null ? [] : ["arguments edited"];
  return [progressOf[callState], ...edited];
}

/** Nobody said yes. A tool call has then not run; a server that asked in mid-call may have done something before. */
function unansweredWorld({ subject, callState }: ApprovalView): string[] {
  if (subject.kind === "tool-call") return [callState === "unknown" ? mayHaveRun : "not run"];
  const sent = subject.kind === "link" && !subject.again ? "not opened" : "nothing sent";
  const went = onwards[callState];
  return went === undefined ? [sent] : [sent, went];
}

/** What became of the call whose server got no answer. */
const onwards: { [State in ToolCallState]?: string } = {
  done: "call finished without it",
  failed: "call ended there",
  unknown: `call ${mayHaveRun}`,
};

function expiredWhy({ decision }: ApprovalView): string {
  return decision?.action === "accept" ? "approved, but never started" : "nobody answered";
}

const cancelledBecause: { [Cause in EndedBy]: string | null } = {
  person: null,
  timeout: "time ran out",
  stop: "the answer was stopped",
  "new-message": "a new message was sent",
  "history-replaced": "the chat was edited",
  "server-lost": "the connection to the server was lost",
  "server-withdrew": "the server took its question back",
  failure: "something failed in Countersign",
};

function cancelledWhy({ decision }: ApprovalView): string[] {
  const because = decision && cancelledBecause[decision.endedBy];
  return because === null ? [] : [because];
}

/** In an instance of one person nobody has a name of their own. */
function nameOf(by: string | null): string {
  // The one person of a local instance is called "You".
  return by === null || by === "the user" || by === "You" ? "you" : by;
}
