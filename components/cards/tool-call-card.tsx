"use client";

import { lazy, Suspense, useState } from "react";
import { visibleText } from "#lib/approvals/visible-text.ts";
import { Button } from "#components/ui/button.tsx";
import { readArguments } from "./argument-rows.ts";
import { ArgumentsView } from "./arguments-view.tsx";
import { CardActions } from "./card-actions.tsx";
import { CardFooter, CardFrame } from "./card-frame.tsx";
import type { PendingCardProps } from "./card-props.ts";
import type { EditResult } from "./edit-draft.ts";
import { EffectChips, isCautious } from "./effect-chips.tsx";
import { ExpiryLine } from "./expiry-line.tsx";
import { NoteButton, NoteField } from "./note-field.tsx";
import { AgentPath } from "./agent-path.tsx";
import { ServerLine } from "./server-line.tsx";
import { useCard } from "./use-card.ts";
import { useReview } from "./use-review.ts";
import { TextWarning, VisibleText } from "./visible-text.tsx";

const EditArguments = lazy(async () => ({ default: (await import("./edit-arguments.tsx")).EditArguments }));

/** A tool call that waits for a person, drawn from the call itself and never from the model's words. */
export function ToolCallCard(props: PendingCardProps<"tool-call">) {
  const { view, subject, position, onExtend } = props;
  const card = useCard(props);
  const { sizeKb, opened, open, unopened, setEnd, missing } = useReview(subject.argumentsJson);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const toolName = visibleText(view.tool.name);
  const proposed = readArguments(subject.argumentsJson);
  const [edit, setEdit] = useState<EditResult | null>(null);
  const [editing, setEditing] = useState(false);
  const [showProblems, setShowProblems] = useState(false);

  const changed = editing && edit !== null && edit.changed;
  const approve = () => {
    const unread = missing();
    if (unread !== null) return card.say(unread);
    if (!changed) return card.send({ action: "accept" });
    if (edit.arguments !== null) return card.send({ action: "accept", arguments: edit.arguments });
    setShowProblems(true);
    card.say("Some fields need correcting; they are marked.");
    // The marks are drawn first.
    requestAnimationFrame(() => body?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  };
  const decline = () => card.send({ action: "decline" });
  const stopEditing = () => {
    setEditing(false);
    setEdit(null);
    setShowProblems(false);
  };

  const off = proposed === null ? "These arguments cannot be read, so they cannot be approved." : null;
  return (
    <CardFrame
      view={view}
      position={position}
      label="Approval needed"
      named="label and heading"
      heading={<Heading {...view} />}
      tone={isCautious(subject.effects) ? "amber" : "plain"}
      onKeyDown={card.onKeyDown({ accept: () => (off === null ? approve() : card.say(off)), decline })}
    >
      <div className="flex flex-col gap-2 px-4 pt-1 sm:px-5">
        {subject.caption === "" ? null : (
          <p dir="auto" className="text-small text-muted">
            <VisibleText text={subject.caption} />
          </p>
        )}
        <ServerLine server={view.server} />
        <AgentPath agents={view.agents ?? []} />
        <EffectChips effects={subject.effects} />
        {[view.tool.name, view.server.title, view.server.origin].map((name) => (
          <TextWarning key={name} text={name} />
        ))}
      </div>
      <div ref={setBody} className="px-4 pt-2 sm:px-5">
        {sizeKb === null ? null : (
          <Button className="mb-1 w-full sm:w-auto" aria-disabled={opened} onClick={open}>
            Review all {sizeKb} KB
          </Button>
        )}
        {editing && proposed !== null ? (
          <Suspense fallback={<p className="py-4 text-small text-muted">Opening the form…</p>}>
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
          <ArgumentsView {...subject} expanded={opened} />
        )}
        <div ref={setEnd} />
      </div>
      <p className="px-4 pt-3 text-small sm:px-5">
        <span className="font-semibold">Why you are asked: </span>
        <VisibleText text={subject.reason} />
      </p>
      <CardFooter>
        <ExpiryLine
          expiresAt={view.expiresAt}
          extensionsLeft={view.extensionsLeft}
          unanswered="Without an answer it does not run."
          onExtend={onExtend}
        />
        <NoteField card={card} reader="Goes to the assistant with your answer, whether you approve or decline." />
        <CardActions
          card={card}
          accept={{
            name: changed ? "Approve: run with your changes" : `Approve: run ${toolName}`,
            press: approve,
            off: off ?? unopened,
          }}
          decline={decline}
          promise="Nothing runs unless you approve it."
        >
          {proposed === null ? null : (
            <EditButton
              editing={editing}
              closed={card.answer.closed}
              onEdit={() => setEditing(true)}
              onStop={stopEditing}
            />
          )}
          <NoteButton card={card} />
        </CardActions>
      </CardFooter>
    </CardFrame>
  );
}

function Heading({ tool, server }: PendingCardProps<"tool-call">["view"]) {
  return (
    <>
      Run{" "}
      <code className="font-mono text-[0.92em] [overflow-wrap:anywhere]">
        <VisibleText text={tool.name} />
      </code>{" "}
      on <VisibleText text={server.title} />
    </>
  );
}

type EditButtonProps = { editing: boolean; closed: boolean; onEdit: () => void; onStop: () => void };

function EditButton({ editing, closed, onEdit, onStop }: EditButtonProps) {
  return (
    <Button
      look="quiet"
      className="px-3 aria-disabled:opacity-55"
      aria-disabled={closed}
      onClick={() => {
        if (!closed) (editing ? onStop : onEdit)();
      }}
    >
      {editing ? "Undo changes" : "Edit"}
    </Button>
  );
}
