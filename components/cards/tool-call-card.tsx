"use client";

import { lazy, Suspense, useState } from "react";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { Button } from "#components/ui/button.tsx";
import { readArguments } from "#lib/approvals/argument-rows.ts";
import { ArgumentsView, JsonButton } from "#components/cards/arguments/arguments-view.tsx";
import { AudienceLines } from "#components/cards/parts/audience-lines.tsx";
import { AskAbout, AskButton } from "./ask-about.tsx";
import { AnswerInstead } from "./answer-instead.tsx";
import { CallHead, CallHeading, ownerSentence } from "./call-head.tsx";
import { CallChips } from "#components/cards/parts/call-chips.tsx";
import { CardActions } from "#components/cards/parts/card-actions.tsx";
import { CardExtras, CardFrame } from "#components/cards/parts/card-frame.tsx";
import type { PendingCardProps } from "#components/cards/parts/card-props.ts";
import type { EditResult } from "#components/cards/arguments/edit-draft.ts";
import { toneOf } from "#components/cards/parts/effect-chips.tsx";
import { useCardPreview } from "#components/cards/preview/card-preview.ts";
import { SeeChanges, SeeChangesButton } from "#components/cards/preview/see-changes.tsx";
import { HighRisk, useTyping } from "./high-risk.tsx";
import { ExpiryLine } from "#components/cards/parts/expiry-line.tsx";
import { GrantButton, useGrant } from "#components/cards/grant/grant-button.tsx";
import { NoteButton, NoteField } from "#components/cards/parts/note-field.tsx";
import { promiseOf, signingOf } from "#components/cards/parts/signing.ts";
import { useCard } from "#components/cards/parts/use-card.ts";
import { mustBeSeen } from "#components/cards/press/use-seen.ts";
import { useReview } from "#components/cards/press/use-review.ts";
import { Repeat2 } from "lucide-react";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

const GrantOptions = lazy(async () => ({
  default: (await import("#components/cards/grant/grant-options.tsx")).GrantOptions,
}));
const EditArguments = lazy(async () => ({
  default: (await import("#components/cards/arguments/edit-arguments.tsx")).EditArguments,
}));

/** A tool call that waits for a person, drawn from the call itself and never from the model's words. */
export function ToolCallCard(props: PendingCardProps<"tool-call">) {
  const say = useSay(cardWords);
  const { view, subject, position, onExtend, canAsk = false } = props;
  const card = useCard(props);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const toolName = visibleText(view.tool.name);
  const proposed = readArguments(subject.argumentsJson);
  const [edit, setEdit] = useState<EditResult | null>(null);
  const [editing, setEditing] = useState(false);
  const [asJson, setAsJson] = useState(false);
  const { sizeKb, opened, open, unopened, unread, setWhole, setBeside, missing } = useReview(subject.argumentsJson, {
    editing,
  });
  const [showProblems, setShowProblems] = useState(false);
  const grant = useGrant({ toolName: view.tool.name, serverTitle: view.server.title });
  const changed = editing && edit !== null && edit.changed;
  const args = (changed ? edit.arguments : null) ?? proposed ?? {};
  // While a field cannot be read, no sentence says what would run.
  const call = { view, subject, args: changed ? edit.arguments : proposed };
  const typing = useTyping({ subject, toolName: view.tool.name, args });
  const { isOpen, latest } = useCardPreview(view.approvalId);
  const looked = isOpen && latest?.shown != null ? { preview: latest.id } : {};
  const approve = () => {
    const unseen = missing();
    if (unseen !== null) return card.say(unseen);
    if ("problem" in grant.read) return card.say(grant.read.problem);
    const signed = { ...typing.confirm, ...("asked" in grant.read ? { grant: grant.read.asked } : {}) };
    if (!changed || edit.arguments !== null) {
      if (!typing.ready) return card.say(typing.ask());
      const edited = changed && edit.arguments !== null ? { arguments: edit.arguments } : {};
      return card.send({ action: "accept", ...edited, ...(changed ? {} : looked), ...signed });
    }
    setShowProblems(true);
    card.say(say("someFieldsNeedCorrectingThey"));
    // The error marks must be drawn first.
    requestAnimationFrame(() => body?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  };
  const decline = () => card.send({ action: "decline" });
  const stopEditing = () => {
    setEditing(false);
    setEdit(null);
    setShowProblems(false);
  };

  // An agent elsewhere takes a yes or a no.
  const responds = view.said === undefined;
  const signing = signingOf(view.audience);
  const off = proposed === null ? say("theseArgumentsCannotBeRead") : null;
  const granted = grant.given ? "yes" : "no";
  const cannotSign = signing.hasSigned ? say("youHaveSignedAlready") : off;
  return (
    <CardFrame
      view={view}
      position={position}
      label={signing.hasSigned ? say("signedByYou") : say("approvalNeeded")}
      named="label and heading"
      labelIsHeard={!signing.hasSigned}
      heading={<CallHeading {...call} />}
      tone={toneOf(call)}
      setChanges={card.setChanges}
      onKeyDown={card.onKeyDown({ accept: () => (cannotSign === null ? approve() : card.say(cannotSign)), decline })}
    >
      <CallHead {...call} />
      <div ref={setWhole} className="px-4 pt-1.5 sm:px-5">
        <div ref={setBody}>
          {sizeKb === null ? null : (
            <Button className="mb-1 w-full sm:w-auto" aria-disabled={opened} onClick={open}>
              {say.rich("reviewAllSizekbKb", { sizeKb })}
            </Button>
          )}
          {editing && proposed !== null ? (
            <Suspense fallback={<p className="py-4 text-small text-muted">{say("openingTheForm")}</p>}>
              <EditArguments
                proposed={proposed}
                schema={subject.inputSchema}
                problems={card.answer.state.phase === "refused" ? card.answer.state.fields : []}
                showProblems={showProblems}
                readOnly={card.answer.closed}
                onChange={setEdit}
              />
            </Suspense>
          ) : (
            <ArgumentsView {...subject} expanded={opened} asJson={asJson} />
          )}
        </div>
      </div>
      <div ref={setBeside}>
        <div {...mustBeSeen}>
          <CallChips view={view} subject={subject} names={ownerSentence(call) !== null}>
            <ExpiryLine short expiresAt={view.expiresAt} unanswered="" more={{ left: view.extensionsLeft, onExtend }} />
            {editing ? null : (
              <JsonButton argumentsJson={subject.argumentsJson} pressed={asJson} onChange={setAsJson} />
            )}
            <SeeChangesButton approvalId={view.approvalId} offer={subject.preview} />
            {canAsk ? <AskButton short approvalId={view.approvalId} closed={card.answer.closed} /> : null}
          </CallChips>
          <AskedBefore earlier={subject.earlier} />
          <AudienceLines audience={view.audience} />
        </div>
      </div>
      <SeeChanges
        approvalId={view.approvalId}
        offer={subject.preview}
        serverTitle={view.server.title}
        edited={changed}
      />
      {subject.highRisk === undefined ? null : (
        <HighRisk
          risk={subject.highRisk}
          typing={cannotSign === null ? typing : null}
          closed={card.answer.closed}
          onEnter={() => card.say(say("enterAloneNeverSignsPress"))}
        />
      )}
      <CardExtras>
        {canAsk ? <AskAbout approvalId={view.approvalId} closed={card.answer.closed} /> : null}
        <NoteField card={card} reader={say("goesToTheAssistantWith")} />
        {grant.draft !== null && proposed !== null && subject.grants !== undefined ? (
          <Suspense fallback={<p className="text-small text-muted">{say("openingTheOptions")}</p>}>
            <GrantOptions
              toolName={view.tool.name}
              offered={subject.grants}
              args={args}
              schema={subject.inputSchema}
              of={changed ? "edited call" : "call"}
              draft={grant.draft}
              read={grant.read}
              readOnly={card.answer.closed}
              onChange={grant.set}
            />
          </Suspense>
        ) : null}
        {grant.draft !== null && responds ? (
          <AnswerInstead closed={card.answer.closed} onAnswer={(response) => card.respond(response)} />
        ) : null}
      </CardExtras>
      <CardActions
        card={card}
        stays={!editing}
        accept={
          signing.hasSigned
            ? null
            : {
                name: changed
                  ? say("approveChanged", { granted })
                  : say("approveCall", { tool: toolName, several: signing.several ? "yes" : "no", granted }),
                press: approve,
                off: off ?? unopened,
                waits: !typing.ready || unread !== null,
                hint: unread,
              }
        }
        decline={decline}
        promise={promiseOf(view.audience, say)}
      >
        {(proposed === null || subject.grants === undefined) && !responds ? null : (
          <GrantButton
            grant={grant}
            closed={card.answer.closed}
            only={subject.grants === undefined ? say("answerInstead") : undefined}
          />
        )}
        {proposed === null || signing.several || view.said?.takesChanges === false ? null : (
          <EditButton
            editing={editing}
            closed={card.answer.closed}
            onEdit={() => setEditing(true)}
            onStop={stopEditing}
          />
        )}
        <NoteButton card={card} />
      </CardActions>
    </CardFrame>
  );
}

type EditButtonProps = { editing: boolean; closed: boolean; onEdit: () => void; onStop: () => void };

function EditButton({ editing, closed, onEdit, onStop }: EditButtonProps) {
  const say = useSay(cardWords);
  return (
    <Button
      tight
      look="quiet"
      className="aria-disabled:opacity-55"
      aria-disabled={closed}
      onClick={() => {
        if (!closed) (editing ? onStop : onEdit)();
      }}
    >
      {editing ? say("undoChanges") : say("edit")}
    </Button>
  );
}

/** Says that an answer asks for the same tool again and again (THREATS C13: repeated asking). Empty the first time. */
function AskedBefore({ earlier }: { earlier: { asked: number; declined: number } | undefined }) {
  const say = useSay(cardWords);
  if (earlier === undefined) return null;
  const { asked, declined } = earlier;
  return (
    <p className="flex gap-2 px-4 pt-2 pb-1 text-small text-amber sm:px-5">
      <Repeat2 aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
      <span>{say("askedBefore", { asked: asked + 1, declined })}</span>
    </p>
  );
}
