"use client";

import { Button } from "#components/ui/button.tsx";
import { AskAbout, AskButton } from "#components/cards/ask-about.tsx";
import { CardActions } from "#components/cards/parts/card-actions.tsx";
import { CardExtras, CardFrame } from "#components/cards/parts/card-frame.tsx";
import type { PendingCardProps } from "#components/cards/parts/card-props.ts";
import { ExpiryLine } from "#components/cards/parts/expiry-line.tsx";
import { linkTarget } from "#lib/elicitation/link-target.ts";
import { LinkAddress, openPage } from "./link-address.tsx";
import { NoteButton } from "#components/cards/parts/note-field.tsx";
import { ServerLine } from "#components/cards/parts/server-line.tsx";
import { QuestionNote, ServerMessage } from "./server-message.tsx";
import { useCard } from "#components/cards/parts/use-card.ts";
import { mustBeSeen, readFirst, useSeen } from "#components/cards/press/use-seen.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { CallIcon } from "#components/cards/parts/call-icon.tsx";

/** A server asks a person to open a web page. Nothing is fetched and nothing can be clicked before the yes (M4). */
export function LinkCard(props: PendingCardProps<"link">) {
  const { view, subject, position, onDecide, onExtend, canAsk = false } = props;
  const target = linkTarget(subject.url);
  const again = subject.again === true;
  const opensAfterYes: typeof onDecide = async (input) => {
    const result = await onDecide(input);
    if (result.ok && input.action === "accept" && "url" in target && !again) openPage(target);
    return result;
  };
  const card = useCard({ view, onDecide: opensAfterYes });
  const decline = () => card.send({ action: "decline" });
  const { setWhole, all, look } = useSeen();
  const accept = () => (look() ? card.send({ action: "accept" }) : card.say(readFirst));
  const server = visibleText(view.server.title);
  return (
    <CardFrame
      view={view}
      position={position}
      label="Link"
      named="heading"
      heading={
        <>
          <CallIcon view={view} />
          <VisibleText text={view.server.title} /> is asking
        </>
      }
      tone="amber"
      setChanges={card.setChanges}
      onKeyDown={card.onKeyDown({ accept: "refused" in target ? () => card.say(target.refused) : accept, decline })}
    >
      <div ref={setWhole} className="px-4 pt-1 sm:px-5">
        <div {...mustBeSeen} className="flex flex-col gap-3">
          <ServerLine server={view.server} />
          <ServerMessage message={subject.message} tool={view.tool.name} />
          {"refused" in target ? (
            <p role="alert" className="border-s-2 border-amber bg-amber-soft px-3 py-2 text-small">
              {target.refused}
            </p>
          ) : (
            <>
              {again ? (
                <p>
                  You opened this page before, and the server still waits for what you do there. When you are done, go
                  on: the server then looks again.
                </p>
              ) : null}
              <LinkAddress target={target} says={again ? "It waits for" : "It wants you to open"} />
            </>
          )}
        </div>
      </div>
      <CardExtras>
        <ExpiryLine
          expiresAt={view.expiresAt}
          unanswered="Without an answer nothing is opened."
          more={{ left: view.extensionsLeft, onExtend }}
        />
        {canAsk ? <AskAbout approvalId={view.approvalId} closed={card.answer.closed} /> : null}
        <QuestionNote card={card} />
      </CardExtras>
      <CardActions
        card={card}
        accept={
          "refused" in target
            ? null
            : {
                name: nameOf(again, target.host),
                press: accept,
                off: null,
                waits: !all,
                hint: all ? null : readFirst,
              }
        }
        decline={decline}
        dismiss={() => card.send({ action: "cancel" })}
        promise={`${"refused" in target || again ? "" : "The page opens in a new tab. "}Decline tells ${server} no. Dismiss closes the question without an answer.`}
      >
        {again && "url" in target ? (
          <Button look="quiet" tight onClick={() => openPage(target)}>
            Open the page again
          </Button>
        ) : null}
        <NoteButton card={card} />
        {canAsk ? <AskButton approvalId={view.approvalId} closed={card.answer.closed} /> : null}
      </CardActions>
    </CardFrame>
  );
}

function nameOf(again: boolean, host: string): string {
  return again ? "Approve: go on, I am done there" : `Approve: open ${host}`;
}
