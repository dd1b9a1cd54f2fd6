"use client";

import { type ComponentType, type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import type { SubjectKind, SubjectOf } from "#lib/approvals/subjects/subjects.ts";
import type { ApprovalCardProps, PendingCardProps } from "#components/cards/parts/card-props.ts";
import { FormCard } from "#components/cards/elicitation/form-card.tsx";
import { LinkCard } from "#components/cards/elicitation/link-card.tsx";
import { SignInCard } from "#components/cards/elicitation/sign-in-card.tsx";
import { OthersCard } from "./others-card.tsx";
import { noticeMovement } from "#components/cards/press/notice-movement.ts";
import { SettledCard } from "./settled-card.tsx";
import { signingOf } from "#components/cards/parts/signing.ts";
import { ToolCallCard } from "./tool-call-card.tsx";

/** One card per kind of subject; a new kind does not compile before it has one. */
const cards: { [Kind in SubjectKind]: ComponentType<PendingCardProps<Kind>> } = {
  "tool-call": ToolCallCard,
  form: FormCard,
  link: LinkCard,
  "sign-in": SignInCard,
};

/**
 * One approval as a person sees it: a sheet while it is pending, one line once it is settled. A sheet that shows
 * something else is mounted anew, so that neither an edit nor a press carries over (THREATS A8, B14: one press, one
 * content).
 */
export function ApprovalCard(props: ApprovalCardProps) {
  const { view } = props;
  const hadFocusRef = useRef(false);
  // A change of this card may have moved the others.
  useLayoutEffect(noticeMovement);
  if (view.status !== "pending") {
    return (
      <SettledCard
        view={view}
        takesFocusRef={hadFocusRef}
        onAskAgain={props.onAskAgain}
        belowItsCall={props.belowItsCall === true}
      />
    );
  }
  return (
    <KeepsFocus key={keyOf(view)} hadFocusRef={hadFocusRef}>
      {drawCard(props)}
    </KeepsFocus>
  );
}

/** A person who cannot answer sees a sheet without buttons. */
function drawCard(props: ApprovalCardProps) {
  const { subject, audience } = props.view;
  if (subject.kind === "tool-call" && audience?.mayAnswer === false) return <OthersCard {...props} subject={subject} />;
  return drawPending(props, subject);
}

/** A signature, or the right to answer, makes another sheet. */
function keyOf({ approvalId, digest, audience }: ApprovalView): string {
  return `${approvalId} ${digest} ${audience?.mayAnswer ?? true} ${signingOf(audience).hasSigned}`;
}

function drawPending<Kind extends SubjectKind>(props: ApprovalCardProps, subject: SubjectOf<Kind> & { kind: Kind }) {
  const Card: ComponentType<PendingCardProps<Kind>> = cards[subject.kind];
  return <Card {...props} subject={subject} />;
}

type KeepsFocusProps = { hadFocusRef: RefObject<boolean>; children: ReactNode };

/** Remembers whether the keyboard was in the sheet when it went, so that the settled line takes it over. */
function KeepsFocus({ hadFocusRef, children }: KeepsFocusProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      hadFocusRef.current = element?.contains(document.activeElement) ?? false;
    };
  }, [hadFocusRef]);
  return <div ref={box}>{children}</div>;
}
