import type { SubjectOf } from "#lib/approvals/subjects/subjects.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";

/** Why a person must answer for a call: the rule that its verdict names, and every other one that asks too. */
export function WhyAsked({ subject, label }: { subject: SubjectOf<"tool-call">; label: string }) {
  const { reason, also = [] } = subject;
  return (
    <>
      <p>
        <span className="font-semibold">{label}: </span>
        <VisibleText text={reason} />
      </p>
      {also.map((other) => (
        <p key={other.ruleId} className="wrap-anywhere">
          <span className="font-semibold">Also: </span>
          <VisibleText text={other.reason} />
        </p>
      ))}
    </>
  );
}
