"use client";

import { ActionBarPrimitive, useAuiState } from "@assistant-ui/react";
import { RotateCcw, ChevronRight } from "lucide-react";
import { memo, useMemo, lazy, Suspense, useDeferredValue } from "react";
import type { Notice } from "#lib/approvals/notice.ts";
import { MessageRoot } from "./message-root.tsx";
import { Button } from "#components/ui/button.tsx";
import { iconButtonLook } from "#components/ui/icon-button.tsx";
import { Rosette } from "#components/ui/rosette.tsx";
import { CopyMessage } from "./copy-message.tsx";
import { NoticeLine } from "./notice-line.tsx";
import { isSameSegment, segmentsOf, type Segment } from "./segments.ts";
import { ToolCalls } from "./tool-calls.tsx";
import { useChatMessage } from "./use-chat-message.ts";
import { useChat, useChatState } from "#components/chat/live/use-live-chat.ts";
import { actionsLook } from "./user-message.tsx";
import { loadMarkdown } from "./code-ahead.ts";
import { useReword, useSay } from "#components/browser/speech.tsx";
import { chatWords } from "#components/chat/words.en.ts";

export function AssistantMessage() {
  const say = useSay(chatWords);
  const messageId = useAuiState((state) => state.message.id);
  const isLast = useAuiState((state) => state.message.isLast);
  const message = useChatMessage(messageId);
  const run = useChatState((state) => state.run);
  const segments = useMemo(() => (message === undefined ? [] : segmentsOf(message)), [message]);
  const offersRetry = segments.some((segment) => segment.kind === "notice" && segment.notice.retry);
  const works = isLast && run === "running";
  return (
    <MessageRoot className="group/message relative flex gap-2 max-sm:flex-col sm:gap-4">
      <Rosette
        weave="seal"
        className={`mt-0.5 size-5 shrink-0 text-accent ${works ? "animate-[spin_6s_linear_infinite]" : ""}`}
      />
      <div className="min-w-0 flex-1">
        <p className="sr-only">{say("theAssistantAnswered")}</p>
        <div className="flex flex-col gap-4">
          {segments.map((segment) => (
            <SegmentView key={segment.key} segment={segment} answering={isLast && run !== "idle"} />
          ))}
          {works && segments.length === 0 ? <p className="text-small text-muted">{say("thinking")}</p> : null}
        </div>
        {works ? null : (
          <div className={`-left-2 sm:left-7 ${actionsLook}`}>
            <CopyMessage />
            {isLast && !offersRetry ? (
              <ActionBarPrimitive.Reload aria-label={say("retry")} title={say("retry")} className={iconButtonLook}>
                <RotateCcw aria-hidden="true" className="size-4" strokeWidth={1.75} />
              </ActionBarPrimitive.Reload>
            ) : null}
          </div>
        )}
      </div>
    </MessageRoot>
  );
}

type SegmentProps = { segment: Segment; answering: boolean };

const SegmentView = memo(
  function SegmentView({ segment, answering }: SegmentProps) {
    if (segment.kind === "text") return <Prose text={segment.text} />;
    if (segment.kind === "notice") return <NoticeView notice={segment.notice} />;
    if (segment.kind === "calls") return <ToolCalls calls={segment.calls} answering={answering} />;
    return <Reasoning text={segment.text} streaming={segment.streaming && answering} />;
  },
  (before, after) => before.answering === after.answering && isSameSegment(before.segment, after.segment),
);

const tones = { error: "red", budget: "amber", interrupted: "amber", stopped: "quiet", context: "quiet" } as const;

/** What a person sends by one press; the calls stand in the chat above it. */
const askForTheRest = "Go on with the calls that were not asked about.";

function NoticeView({ notice }: { notice: Notice }) {
  const say = useSay(chatWords);
  const reword = useReword();
  const chat = useChat();
  const isLast = useAuiState((state) => state.message.isLast);
  // A message would cancel the cards that still wait.
  const isQuiet = useChatState((state) => state.run === "idle" && state.outbox.length === 0);
  return (
    <NoticeLine tone={notice.rest === true ? "quiet" : tones[notice.kind]} text={reword(notice.text)}>
      {notice.rest === true && isLast && isQuiet ? (
        <Button tight onClick={() => void chat.send(askForTheRest)}>
          {say("askForTheRest")}
        </Button>
      ) : null}
      {notice.retry ? (
        <ActionBarPrimitive.Reload asChild>
          <Button tight>{say("retry")}</Button>
        </ActionBarPrimitive.Reload>
      ) : null}
    </NoticeLine>
  );
}

// Markdown is half the size of the page; it loads after the first paint, and until then the text is drawn as written.
const Markdown = lazy(async () => ({ default: (await loadMarkdown()).Markdown }));

function Prose({ text }: { text: string }) {
  const drawn = useDeferredValue(text);
  return (
    <Suspense fallback={<div className="whitespace-pre-wrap">{text}</div>}>
      <Markdown text={drawn} />
    </Suspense>
  );
}

/** What the model thought before it answered; folded away, plain text. */
function Reasoning({ text, streaming }: { text: string; streaming: boolean }) {
  const say = useSay(chatWords);
  return (
    <details className="group/reasoning text-small">
      <summary className="inline-flex list-none items-center gap-1.5 rounded-sm text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-3.5 transition-transform duration-150 group-open/reasoning:rotate-90"
          strokeWidth={1.75}
        />
        {say(streaming ? "thinkingNow" : "reasoning")}
      </summary>
      <div className="mt-2 border-s border-line ps-4 whitespace-pre-wrap text-muted">{text}</div>
    </details>
  );
}
