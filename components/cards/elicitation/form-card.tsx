"use client";

import { lazy, Suspense } from "react";
import { AskAbout, AskButton } from "#components/cards/ask-about.tsx";
import { CardActions } from "#components/cards/parts/card-actions.tsx";
import { CardExtras, CardFrame } from "#components/cards/parts/card-frame.tsx";
import type { PendingCardProps } from "#components/cards/parts/card-props.ts";
import { ExpiryLine } from "#components/cards/parts/expiry-line.tsx";
import { NoteButton } from "#components/cards/parts/note-field.tsx";
import { QuestionNote, ServerMessage } from "./server-message.tsx";
import { ServerLine } from "#components/cards/parts/server-line.tsx";
import { useCard } from "#components/cards/parts/use-card.ts";
import { mustBeSeen, useSeen } from "#components/cards/press/use-seen.ts";
import { useSheet } from "./use-sheet.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { CallIcon } from "#components/cards/parts/call-icon.tsx";
import { useReword, useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

const FormFields = lazy(async () => ({ default: (await import("./form-fields.tsx")).FormFields }));

/** A server asks a person for input: a form, or a plain yes or no. The server speaks, not the app and not the model. */
export function FormCard(props: PendingCardProps<"form">) {
  const say = useSay(cardWords);
  const { view, subject, position, onExtend, canAsk = false } = props;
  const card = useCard(props);
  const { setWhole, all, look } = useSeen();
  const sheet = useSheet(card, subject, look);
  const server = visibleText(view.server.title);
  const reword = useReword();
  const refused = subject.refused === null ? null : reword(subject.refused);
  const decline = () => card.send({ action: "decline" });
  const waysOut = say("declineTellsItNoDismiss");
  return (
    <CardFrame
      view={view}
      position={position}
      label={subject.confirm === null ? say("form") : say("question")}
      named="heading"
      heading={
        <>
          <CallIcon view={view} />
          {say.rich("serverIsAsking", { server: <VisibleText text={view.server.title} /> })}
        </>
      }
      tone={subject.refused === null ? "plain" : "amber"}
      setChanges={card.setChanges}
      onKeyDown={card.onKeyDown({ accept: sheet.accept ?? (() => card.say(refused)), decline })}
    >
      <div ref={setWhole} className="flex flex-col gap-3 px-4 pt-1 sm:px-5">
        <div {...mustBeSeen} className="flex flex-col gap-3">
          <ServerLine server={view.server} />
          <ServerMessage message={subject.message} tool={view.tool.name} />
        </div>
        {refused === null ? null : (
          <p role="alert" className="border-s-2 border-amber bg-amber-soft px-3 py-2 text-small">
            <VisibleText text={refused} />
          </p>
        )}
        {subject.refused === null && subject.confirm === null ? (
          <Suspense fallback={<p className="min-h-11 text-small text-muted">{say("openingTheForm")}</p>}>
            <FormFields
              fields={subject.fields}
              problems={card.answer.state.phase === "refused" ? card.answer.state.fields : []}
              readOnly={card.answer.closed}
              bodyRef={sheet.setBody}
              showProblems={sheet.showProblems}
              onChange={sheet.setResult}
            />
          </Suspense>
        ) : null}
        {subject.confirm === null ? null : (
          <div {...mustBeSeen}>
            <ConfirmedFields fields={subject.fields} />
          </div>
        )}
      </div>
      <CardExtras>
        <ExpiryLine
          expiresAt={view.expiresAt}
          unanswered={say("withoutAnAnswerNothingIsSent")}
          more={{ left: view.extensionsLeft, onExtend }}
        />
        {canAsk ? <AskAbout approvalId={view.approvalId} closed={card.answer.closed} /> : null}
        <QuestionNote card={card} />
      </CardExtras>
      <CardActions
        card={card}
        stays={subject.confirm !== null}
        accept={
          sheet.accept === null
            ? null
            : {
                name:
                  subject.confirm === null
                    ? say("submitTo", { server })
                    : say("approveTool", { tool: visibleText(view.tool.name) }),
                press: sheet.accept,
                off: sheet.off,
                waits: !all,
                hint: all ? null : say("readFirst"),
              }
        }
        decline={decline}
        dismiss={() => card.send({ action: "cancel" })}
        promise={
          sheet.accept === null
            ? waysOut
            : `${subject.confirm === null ? say("submitSends", { server }) : say("approveSaysYes", { server })} ${waysOut}`
        }
      >
        <NoteButton card={card} />
        {canAsk ? <AskButton approvalId={view.approvalId} closed={card.answer.closed} /> : null}
      </CardActions>
    </CardFrame>
  );
}

/** What the server takes a yes to mean, in its own words. */
function ConfirmedFields({ fields }: { fields: PendingCardProps<"form">["subject"]["fields"] }) {
  const say = useSay(cardWords);
  return fields.map((field) => (
    <p key={field.name} dir="auto" className="text-small [overflow-wrap:anywhere]">
      <span className="text-muted">{say("approveAnswersYesTo")} </span>
      <VisibleText text={field.title} />
      {field.description === null || field.description === field.title ? null : (
        <span className="block text-muted">
          <VisibleText text={field.description} />
        </span>
      )}
    </p>
  ));
}
