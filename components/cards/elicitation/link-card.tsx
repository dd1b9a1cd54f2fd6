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
import { mustBeSeen, useSeen } from "#components/cards/press/use-seen.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { CallIcon } from "#components/cards/parts/call-icon.tsx";
import { useSay, useSpeech } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

/** A server asks a person to open a web page. Nothing is fetched and nothing can be clicked before the yes (M4). */
export function LinkCard(props: PendingCardProps<"link">) {
  const say = useSay(cardWords);
  const { view, subject, position, onDecide, onExtend, canAsk = false } = props;
  const speech = useSpeech();
  const target = linkTarget(subject.url, speech);
  const again = subject.again === true;
  const opensAfterYes: typeof onDecide = async (input) => {
    const result = await onDecide(input);
    if (result.ok && input.action === "accept" && "url" in target && !again) openPage(target);
    return result;
  };
  const card = useCard({ view, onDecide: opensAfterYes });
  const decline = () => card.send({ action: "decline" });
  const { setWhole, all, look } = useSeen();
  const accept = () => (look() ? card.send({ action: "accept" }) : card.say(say("readFirst")));
  const server = visibleText(view.server.title);
  return (
    <CardFrame
      view={view}
      position={position}
      label={say("link")}
      named="heading"
      heading={
        <>
          <CallIcon view={view} />
          {say.rich("serverIsAsking", { server: <VisibleText text={view.server.title} /> })}
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
              {again ? <p>{say("youOpenedThisPageBefore")}</p> : null}
              <LinkAddress target={target} says={again ? say("itWaitsFor") : say("itWantsYouToOpen")} />
            </>
          )}
        </div>
      </div>
      <CardExtras>
        <ExpiryLine
          expiresAt={view.expiresAt}
          unanswered={say("withoutAnAnswerNothingOpens")}
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
                name: again ? say("approveGoOn") : say("approveOpen", { host: target.host }),
                press: accept,
                off: null,
                waits: !all,
                hint: all ? null : say("readFirst"),
              }
        }
        decline={decline}
        dismiss={() => card.send({ action: "cancel" })}
        promise={say("thePageOpensInA", { again: "refused" in target || again ? "yes" : "no", server })}
      >
        {again && "url" in target ? (
          <Button look="quiet" tight onClick={() => openPage(target)}>
            {say("openThePageAgain")}
          </Button>
        ) : null}
        <NoteButton card={card} />
        {canAsk ? <AskButton approvalId={view.approvalId} closed={card.answer.closed} /> : null}
      </CardActions>
    </CardFrame>
  );
}
