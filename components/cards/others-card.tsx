"use client";

import { useState } from "react";
import { readArguments } from "#lib/approvals/argument-rows.ts";
import { ArgumentsView, JsonButton } from "#components/cards/arguments/arguments-view.tsx";
import { AudienceLines } from "#components/cards/parts/audience-lines.tsx";
import { CallChips } from "#components/cards/parts/call-chips.tsx";
import { CallHead, CallHeading, ownerSentence } from "./call-head.tsx";
import { CardFooter, CardFrame } from "#components/cards/parts/card-frame.tsx";
import type { PendingCardProps } from "#components/cards/parts/card-props.ts";
import { toneOf } from "#components/cards/parts/effect-chips.tsx";
import { SeeChanges, SeeChangesButton } from "#components/cards/preview/see-changes.tsx";
import { ExpiryLine } from "#components/cards/parts/expiry-line.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

/** A tool call that waits for somebody else: everything is shown, without buttons. */
export function OthersCard({ view, subject, position }: PendingCardProps<"tool-call">) {
  const say = useSay(cardWords);
  const call = { view, subject, args: readArguments(subject.argumentsJson) };
  const [asJson, setAsJson] = useState(false);
  return (
    <CardFrame
      view={view}
      position={position}
      label={say("waitsForOthers")}
      named="label and heading"
      heading={<CallHeading {...call} />}
      tone={toneOf(call)}
      answerable={false}
    >
      <CallHead {...call} />
      <div className="px-4 pt-1.5 sm:px-5">
        <ArgumentsView {...subject} expanded={false} asJson={asJson} />
      </div>
      <CallChips view={view} subject={subject} names={ownerSentence(call) !== null}>
        <ExpiryLine short expiresAt={view.expiresAt} unanswered="" more={null} />
        <SeeChangesButton approvalId={view.approvalId} offer={subject.preview} />
        <JsonButton argumentsJson={subject.argumentsJson} pressed={asJson} onChange={setAsJson} />
      </CallChips>
      <SeeChanges approvalId={view.approvalId} offer={subject.preview} serverTitle={view.server.title} />
      <AudienceLines audience={view.audience} />
      {view.audience?.askedBy == null ? (
        <CardFooter>
          <p className="text-small text-muted">{say("youAskedForThisSo")}</p>
        </CardFooter>
      ) : null}
    </CardFrame>
  );
}
