"use client";

import { CardActions } from "./card-actions.tsx";
import { CardFooter, CardFrame } from "./card-frame.tsx";
import type { PendingCardProps } from "./card-props.ts";
import { ExpiryLine } from "./expiry-line.tsx";
import { linkTarget } from "./link-target.ts";
import { NoteButton } from "./note-field.tsx";
import { ServerLine } from "./server-line.tsx";
import { QuestionNote, ServerMessage } from "./server-message.tsx";
import { useCard } from "./use-card.ts";
import { visibleText } from "#lib/approvals/visible-text.ts";
import { VisibleText } from "./visible-text.tsx";

/** A server asks a person to open a web page. Nothing is fetched and nothing can be clicked before the yes (M4). */
export function LinkCard(props: PendingCardProps<"link">) {
  const { view, subject, position, onDecide, onExtend } = props;
  const target = linkTarget(subject.url);
  const opensAfterYes: typeof onDecide = async (input) => {
    const result = await onDecide(input);
    if (result.ok && input.action === "accept" && "url" in target)
      window.open(target.url, "_blank", "noopener,noreferrer");
    return result;
  };
  const card = useCard({ view, onDecide: opensAfterYes });
  const decline = () => card.send({ action: "decline" });
  const accept = () => card.send({ action: "accept" });
  const server = visibleText(view.server.title);
  return (
    <CardFrame
      view={view}
      position={position}
      label="Link"
      named="heading"
      heading={
        <>
          <VisibleText text={view.server.title} /> is asking
        </>
      }
      tone="amber"
      onKeyDown={card.onKeyDown({ accept: "refused" in target ? () => card.say(target.refused) : accept, decline })}
    >
      <div className="flex flex-col gap-3 px-4 pt-1 sm:px-5">
        <ServerLine server={view.server} />
        <ServerMessage message={subject.message} tool={view.tool.name} />
        {"refused" in target ? (
          <p role="alert" className="border-s-2 border-amber bg-amber-soft px-3 py-2 text-small">
            {target.refused}
          </p>
        ) : (
          <div className="border-y border-line py-2.5">
            <p className="text-small text-muted">It wants you to open</p>
            <p dir="ltr" className="font-mono text-small [overflow-wrap:anywhere] [unicode-bidi:isolate]">
              {target.beforeHost}
              <strong className="text-base">{target.host}</strong>
              <VisibleText text={target.afterHost} />
            </p>
            {target.warning === null ? null : <p className="mt-1 text-small text-amber">{target.warning}</p>}
          </div>
        )}
      </div>
      <CardFooter>
        <ExpiryLine
          expiresAt={view.expiresAt}
          unanswered="Without an answer nothing is opened."
          more={{ left: view.extensionsLeft, onExtend }}
        />
        <QuestionNote card={card} />
        <CardActions
          card={card}
          accept={"refused" in target ? null : { name: `Approve: open ${target.host}`, press: accept, off: null }}
          decline={decline}
          dismiss={() => card.send({ action: "cancel" })}
          promise={`${"refused" in target ? "" : "The page opens in a new tab. "}Decline tells ${server} no. Dismiss closes the question without an answer.`}
        >
          <NoteButton card={card} />
        </CardActions>
      </CardFooter>
    </CardFrame>
  );
}
