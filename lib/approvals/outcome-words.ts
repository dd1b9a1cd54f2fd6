import { oneLine } from "#lib/untrusted/one-line.ts";
import type { ApprovalView } from "./approval-view.ts";
import type { Decision, Unanswered } from "./decision.ts";
import type { ApprovalStatus } from "./states.ts";
import { mayHaveRun } from "#lib/approvals/subjects/subject-descriptor.ts";
import { descriptorOf } from "#lib/approvals/subjects/subjects.ts";

type Stamp =
  | "Approved"
  | "Submitted"
  | "Declined"
  | "Answered"
  | "Dismissed"
  | "Cancelled"
  | "Expired"
  | "Refused"
  | "Unknown";

/**
 * What became of a settled approval: the stamp, who did it, when, and what happened in the world. Cards, the inbox, the
 * audit page, the REST API and notifications say it with these words, and have none of their own.
 */
export type OutcomeWords = {
  stamp: Stamp;
  tone: "green" | "amber" | "red" | "plain";
  /** Continues the stamp: "by you". Empty when the stamp says it all. */
  by: string;
  /** Unix ms. */
  at: number | null;
  /** What became of it, in order: "not run", "arguments edited". */
  world: string[];
};

/** The same as one sentence, without the time; null while the approval is open. */
export function outcomeLine(view: ApprovalView): string | null {
  if (view.status === "pending") return null;
  const { stamp, by, world } = outcomeWords(view);
  return `${by === "" ? stamp : `${stamp} ${by}`}: ${world.join(", ")}.`;
}

/** The stamp alone, of what is known without its call. */
export function stampOf(status: ApprovalStatus, decision: Pick<Decision, "action"> | null): Stamp | "Approval needed" {
  if (decision?.action === "respond") return "Answered";
  return stamps[status];
}

const stamps = {
  pending: "Approval needed",
  accepted: "Approved",
  declined: "Declined",
  cancelled: "Cancelled",
  expired: "Expired",
} as const;

export function outcomeWords(view: ApprovalView): OutcomeWords {
  const { status, decision, callState, subject } = view;
  const kind = descriptorOf(subject);
  const isEdited = decision?.editedArgumentsJson != null;
  const at = decision?.at ?? null;
  const by = decision === null ? "" : byWords(decision);
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
      if (view.said !== undefined) return letGo(view, { by, at, isEdited });
      return { stamp: kind.stamp(subject), tone: "green", by, at, world: kind.accepted(subject, callState, isEdited) };
    case "declined":
      if (decision?.action === "respond") {
        const world = ["in the tool’s place", ...unansweredWorld(view)];
        return { stamp: "Answered", tone: "amber", by, at, world };
      }
      return { stamp: "Declined", tone: "red", by, at, world: unansweredWorld(view) };
    case "expired":
      if (decision?.outdated === true)
        return {
          stamp: "Expired",
          tone: "plain",
          by: "",
          at,
          world: ["approved", unansweredBecause.outdated, "asked again"],
        };
      return { stamp: "Expired", tone: "plain", by: "", at, world: [expiredWhy(view), ...unansweredWorld(view)] };
    case "cancelled":
      if (by !== "") return { stamp: "Dismissed", tone: "plain", by, at, world: unansweredWorld(view) };
      return { stamp: "Cancelled", tone: "plain", by, at, world: [...cancelledWhy(view), ...unansweredWorld(view)] };
    case "pending":
      throw new Error("A pending approval has no outcome yet.");
  }
}

/** What an agent elsewhere was let do; whether it did is not known here. */
function letGo(
  { callState }: ApprovalView,
  { by, at, isEdited }: { by: string; at: number | null; isEdited: boolean },
): OutcomeWords {
  const edited = isEdited ? ["arguments edited"] : [];
  if (callState === "failed") {
    return { stamp: "Approved", tone: "amber", by, at, world: ["not released", "its agent waited no more"] };
  }
  const world = callState === "done" ? "released to its agent" : "about to be released";
  return { stamp: "Approved", tone: "green", by, at, world: [world, ...edited] };
}

/** In that case a tool call has not run. */
function unansweredWorld({ subject, callState }: ApprovalView): string[] {
  return descriptorOf(subject).unanswered(subject, callState);
}

function expiredWhy({ decision }: ApprovalView): string {
  return decision?.action === "accept" ? "approved, but never started" : "nobody answered";
}

/** Why nobody answered, to follow a colon or a dot. */
export const unansweredBecause: { [Cause in Unanswered]: string } = {
  timeout: "nobody answered in time",
  stop: "the answer was stopped",
  "new-message": "a new message was sent",
  "history-replaced": "the chat was edited",
  "server-lost": "the connection to the server was lost",
  "server-withdrew": "the server took its question back",
  "client-gone": "the client that made the call was gone",
  "client-unclear": "the client did not say clearly what its user answered",
  "nobody-to-ask": "the client can ask nobody",
  failure: "something failed in Countersign",
  outdated: "what it changes was not as its preview showed any more",
};

function cancelledWhy({ decision }: ApprovalView): string[] {
  if (decision === null || decision.endedBy === "person" || decision.endedBy === "attested") return [];
  return [unansweredBecause[decision.endedBy]];
}

/** Who answered; empty where nobody did. */
function byWords({ endedBy, by, client }: NonNullable<ApprovalView["decision"]>): string {
  switch (endedBy) {
    case "person":
      return `by ${nameOf(by)}`;
    case "attested":
      return `as the client “${oneLine(client ?? "")}” says of its user`;
    case "timeout":
    case "stop":
    case "new-message":
    case "history-replaced":
    case "server-lost":
    case "server-withdrew":
    case "client-gone":
    case "client-unclear":
    case "nobody-to-ask":
    case "failure":
    case "outdated":
      return "";
  }
}

/** In an instance of one person nobody has a display name. */
function nameOf(by: string | null): string {
  // The one person of a local instance is called "You".
  return by === null || by === "the user" || by === "You" ? "you" : by;
}
