"use client";

import { ArgumentsView } from "#components/cards/arguments/arguments-view.tsx";
import { AudienceLines } from "#components/cards/parts/audience-lines.tsx";
import { CallHead, CallHeading } from "./call-head.tsx";
import { CardFooter, CardFrame } from "#components/cards/parts/card-frame.tsx";
import type { PendingCardProps } from "#components/cards/parts/card-props.ts";
import { toneOf } from "#components/cards/parts/effect-chips.tsx";
import { ExpiryLine } from "#components/cards/parts/expiry-line.tsx";
import { WhyAsked } from "#components/cards/parts/why-asked.tsx";

/** A tool call that waits for somebody else: everything is shown, without buttons. */
export function OthersCard({ view, subject, position }: PendingCardProps<"tool-call">) {
  return (
    <CardFrame
      view={view}
      position={position}
      label="Waits for others"
      named="label and heading"
      heading={<CallHeading {...view} />}
      tone={toneOf(subject)}
      answerable={false}
    >
      <CallHead view={view} subject={subject} />
      <div className="px-4 pt-2 sm:px-5">
        <ArgumentsView {...subject} expanded={false} />
      </div>
      <div className="px-4 pt-3 text-small sm:px-5">
        <WhyAsked subject={subject} label="Why this is asked" />
      </div>
      <AudienceLines audience={view.audience} />
      <CardFooter>
        <ExpiryLine expiresAt={view.expiresAt} unanswered="Without an answer it does not run." more={null} />
        {view.audience?.askedBy == null ? (
          <p className="text-small text-muted">You asked for this, so somebody else answers it.</p>
        ) : null}
      </CardFooter>
    </CardFrame>
  );
}
