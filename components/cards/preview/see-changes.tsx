"use client";

import { type ReactNode, useEffect, useLayoutEffect } from "react";
import type { PreviewOffer, PreviewShown } from "#lib/approvals/preview/preview.ts";
import { lineButton } from "#components/cards/parts/line-button.ts";
import { noticeMovement } from "#components/cards/press/notice-movement.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { unreachable } from "#components/cards/card-questions.ts";
import { computePreview, isComputing, togglePreview, useCardPreview } from "./card-preview.ts";
import { DryRun } from "./dry-run.tsx";
import { FileChange } from "./file-change.tsx";
import { MailSheet } from "./mail-sheet.tsx";
import { useReword, useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

type Props = {
  approvalId: string;
  offer: PreviewOffer | undefined;
  serverTitle: string;
  /** The arguments were changed since, so another call would run. */
  edited?: boolean;
};

/** Opens what a call would change, within a line of small text. Draws nothing where nothing may be looked at. */
export function SeeChangesButton({ approvalId, offer }: Pick<Props, "approvalId" | "offer">) {
  const say = useSay(cardWords);
  const { isOpen } = useCardPreview(approvalId);
  if (offer === undefined) return null;
  return (
    <button type="button" aria-expanded={isOpen} onClick={() => togglePreview(approvalId)} className={lineButton}>
      {say("seeWhatChanges")}
    </button>
  );
}

/**
 * What a call would change. Words of a server or of the call itself: plain text, and said to be theirs. The answer never
 * waits for it.
 */
export function SeeChanges({ approvalId, offer, serverTitle, edited = false }: Props) {
  const reword = useReword();
  const say = useSay(cardWords);
  const preview = useCardPreview(approvalId);
  const { isOpen, latest } = preview;
  const again = offer?.again === true;
  // Who approved it before sees at once what is different.
  useEffect(() => {
    if (again && !isOpen && latest === null) void computePreview(approvalId);
  }, [again, approvalId, isOpen, latest]);
  // It makes this card taller, and its own buttons move.
  useLayoutEffect(noticeMovement);
  if (offer === undefined || !isOpen) return null;
  const waits = isComputing(preview);
  const failed =
    (preview.problem === unreachable ? say("serverNotReached") : preview.problem) ?? latest?.problem ?? null;
  // What was edited is another call: nothing of the old one is shown for it.
  const shown = failed === null && !edited ? (latest?.shown ?? null) : null;
  return (
    <section
      aria-label={say("whatWouldChange")}
      className="mx-4 my-2 flex min-h-24 flex-col gap-2 rounded-md border border-line bg-paper p-3 text-small sm:mx-5"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold">{say("whatWouldChange")}</h3>
        <p aria-live="polite" className="text-fine text-muted">
          {waits ? say("beingComputed") : null}
          {shown === null || latest?.computedAt == null ? null : (
            <>{say.rich("computedAtComputedat", { computedAt: <ClockTime at={latest.computedAt} /> })}</>
          )}
        </p>
      </div>
      {failed === null ? null : (
        <p className="[overflow-wrap:anywhere] whitespace-pre-wrap text-red">
          {say.rich("thePreviewFailedFailedThe", { failed: <VisibleText text={reword(failed)} /> })}
        </p>
      )}
      {edited ? <p className="font-semibold text-amber">{say("thisIsOfTheCall")}</p> : null}
      {shown === null ? null : (
        <>
          <p className="text-fine text-muted">
            {say.rich("servertitleTheCallItselfWas", {
              serverTitle: <Source shown={shown} serverTitle={serverTitle} />,
            })}
            {offer.bound === true ? ` ${say("askedAgainIfChanged", { kind: offer.kind })}` : null}
          </p>
          <Shown shown={shown} />
        </>
      )}
      {waits || edited ? null : (
        <p>
          <button type="button" onClick={() => void computePreview(approvalId)} className={`${lineButton} text-fine`}>
            {say("computeAgain")}
          </button>
        </p>
      )}
    </section>
  );
}

function Source({ shown, serverTitle }: { shown: PreviewShown; serverTitle: string }): ReactNode {
  const say = useSay(cardWords);
  if ("headers" in shown) return say("asTheArgumentsOfThe");
  return <>{say.rich("asServertitleSaysNotVerified", { serverTitle: <VisibleText text={serverTitle} /> })}</>;
}

function Shown({ shown }: { shown: PreviewShown }): ReactNode {
  switch (shown.kind) {
    case "file":
      return <FileChange {...shown} />;
    case "dry-run":
      return <DryRun {...shown} />;
    case "mail":
    case "page":
      return <MailSheet {...shown} />;
  }
}
