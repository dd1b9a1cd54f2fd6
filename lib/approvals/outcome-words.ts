import { sayIn } from "#lib/words/say.ts";
import { english, type Speech } from "#lib/words/speech.ts";
import { type ApprovalSay, approvalWords } from "./words.en.ts";
import { oneLine } from "#lib/untrusted/one-line.ts";
import type { ApprovalView } from "./approval-view.ts";
import type { Decision, Unanswered } from "./decision.ts";
import type { ApprovalStatus } from "./states.ts";
import { descriptorOf } from "#lib/approvals/subjects/subjects.ts";

/**
 * What became of a settled approval: the stamp, who did it, when, and what happened in the world. Cards, the inbox, the
 * audit page, the REST API and notifications say it with these words, and have none of their own.
 */
export type OutcomeWords = {
  stamp: string;
  tone: "green" | "amber" | "red" | "plain";
  /** Continues the stamp: "by you". Empty when the stamp says it all. */
  by: string;
  /** Unix ms. */
  at: number | null;
  /** What became of it, in order: "not run", "arguments edited". */
  world: string[];
};

/** The same as one sentence, without the time; null while the approval is open. */
export function outcomeLine(view: ApprovalView, speech: Speech = english): string | null {
  if (view.status === "pending") return null;
  const { stamp, by, world } = outcomeWords(view, speech);
  return `${by === "" ? stamp : `${stamp} ${by}`}: ${world.join(", ")}.`;
}

/** The stamp alone, of what is known without its call. */
export function stampOf(status: ApprovalStatus, decision: Pick<Decision, "action"> | null): string {
  const say = sayIn(english, approvalWords);
  return say(decision?.action === "respond" ? "answered" : stamps[status]);
}

const stamps = {
  pending: "approvalNeeded",
  accepted: "approved",
  declined: "declined",
  cancelled: "cancelled",
  expired: "expired",
} as const;

export function outcomeWords(view: ApprovalView, speech: Speech = english): OutcomeWords {
  const say = sayIn(speech, approvalWords);
  const { status, decision, callState, subject } = view;
  const kind = descriptorOf(subject);
  const isEdited = decision?.editedArgumentsJson != null;
  const at = decision?.at ?? null;
  const by = decision === null ? "" : byWords(decision, say);
  switch (status) {
    case "accepted":
      if (callState === "unknown")
        return { stamp: say("unknown"), tone: "amber", by: "", at, world: [say("mayHaveRun")] };
      if (callState === "refused")
        return {
          stamp: say("refused"),
          tone: "red",
          by: "",
          at,
          world: [say("approvedThenRefused"), say("notRun")],
        };
      if (view.said !== undefined) return letGo(view, { by, at, isEdited }, say);
      return {
        stamp: say(kind.stamp(subject)),
        tone: "green",
        by,
        at,
        world: kind.accepted(subject, callState, isEdited, say),
      };
    case "declined":
      if (decision?.action === "respond") {
        const world = [say("inTheToolsPlace"), ...unansweredWorld(view, say)];
        return { stamp: say("answered"), tone: "amber", by, at, world };
      }
      return { stamp: say("declined"), tone: "red", by, at, world: unansweredWorld(view, say) };
    case "expired":
      if (decision?.outdated === true)
        return {
          stamp: say("expired"),
          tone: "plain",
          by: "",
          at,
          world: [say("wasApproved"), say("outdated"), say("askedAgain")],
        };
      return {
        stamp: say("expired"),
        tone: "plain",
        by: "",
        at,
        world: [say(expiredWhy(view)), ...unansweredWorld(view, say)],
      };
    case "cancelled":
      if (by !== "") return { stamp: say("dismissed"), tone: "plain", by, at, world: unansweredWorld(view, say) };
      return {
        stamp: say("cancelled"),
        tone: "plain",
        by,
        at,
        world: [...cancelledWhy(view, say), ...unansweredWorld(view, say)],
      };
    case "pending":
      throw new Error("A pending approval has no outcome yet.");
  }
}

/** What an agent elsewhere was let do; whether it did is not known here. */
function letGo(
  { callState }: ApprovalView,
  { by, at, isEdited }: { by: string; at: number | null; isEdited: boolean },
  say: ApprovalSay,
): OutcomeWords {
  const edited = isEdited ? [say("argumentsEdited")] : [];
  if (callState === "failed") {
    return { stamp: say("approved"), tone: "amber", by, at, world: [say("notReleased"), say("agentWaitedNoMore")] };
  }
  const world = say(callState === "done" ? "released" : "aboutToBeReleased");
  return { stamp: say("approved"), tone: "green", by, at, world: [world, ...edited] };
}

/** In that case a tool call has not run. */
function unansweredWorld({ subject, callState }: ApprovalView, say: ApprovalSay): string[] {
  return descriptorOf(subject).unanswered(subject, callState, say);
}

function expiredWhy({ decision }: ApprovalView): "neverStarted" | "nobodyAnswered" {
  return decision?.action === "accept" ? "neverStarted" : "nobodyAnswered";
}

/** Why nobody answered, to follow a colon or a dot. */
export const unansweredBecause = {
  timeout: "timeout",
  stop: "stop",
  "new-message": "newMessage",
  "history-replaced": "historyReplaced",
  "server-lost": "serverLost",
  "server-withdrew": "serverWithdrew",
  "client-gone": "clientGone",
  "key-ended": "keyEnded",
  "client-unclear": "clientUnclear",
  "nobody-to-ask": "nobodyToAsk",
  failure: "failure",
  outdated: "outdated",
} as const satisfies { [Cause in Unanswered]: string };

function cancelledWhy({ decision }: ApprovalView, say: ApprovalSay): string[] {
  if (decision === null || decision.endedBy === "person" || decision.endedBy === "attested") return [];
  return [say(unansweredBecause[decision.endedBy])];
}

/** Who answered; empty where nobody did. */
function byWords({ endedBy, by, client }: NonNullable<ApprovalView["decision"]>, say: ApprovalSay): string {
  switch (endedBy) {
    case "person":
      return by === null || isTheUser(by) ? say("byYou") : say("byPerson", { name: by });
    case "attested":
      return say("asTheClientSays", { client: oneLine(client ?? "") });
    case "timeout":
    case "stop":
    case "new-message":
    case "history-replaced":
    case "server-lost":
    case "server-withdrew":
    case "client-gone":
    case "key-ended":
    case "client-unclear":
    case "nobody-to-ask":
    case "failure":
    case "outdated":
      return "";
  }
}

/** In an instance of one person nobody has a display name. */
function isTheUser(by: string): boolean {
  // The one person of a local instance is called "You".
  return by === "the user" || by === "You";
}
