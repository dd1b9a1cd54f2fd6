import type { Effect } from "#lib/approvals/subjects/tool-call-subject.ts";
import type { SubjectView } from "#lib/approvals/subjects/subjects.ts";

export const reversibilities = ["REVERSIBLE", "PARTIALLY_REVERSIBLE", "IRREVERSIBLE", "UNKNOWN"] as const;

/** What programs that read approvals want to know of one without drawing a card (S2.17). */
export type RequestContext = {
  /** Why a person is asked. */
  reason: string;
  /** What is to be done, in a sentence; a caption, the arguments say it exactly. */
  action: string;
  /** What it reaches, as far as that is known; empty means unknown. */
  impactScope: Exclude<Effect["kind"], "cannot-be-undone" | "unknown">[];
  reversibility: (typeof reversibilities)[number];
};

export function requestContext(subject: SubjectView): RequestContext {
  if (subject.kind !== "tool-call") {
    const reason = "The server asks while it works on the call.";
    return { reason, action: subject.message, impactScope: [], reversibility: "UNKNOWN" };
  }
  const kinds = subject.effects.map(({ kind }) => kind);
  return {
    reason: subject.reason,
    action: subject.caption,
    impactScope: kinds.filter((kind) => kind !== "cannot-be-undone" && kind !== "unknown"),
    reversibility: reversibilityOf(kinds),
  };
}

/** Only claims count: a tool that its server does not call destructive may still be. */
function reversibilityOf(kinds: Effect["kind"][]): RequestContext["reversibility"] {
  if (kinds.includes("cannot-be-undone")) return "IRREVERSIBLE";
  return kinds.includes("reads-only") ? "REVERSIBLE" : "UNKNOWN";
}
