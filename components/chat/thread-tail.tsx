"use client";

import { useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Rosette } from "#components/ui/rosette.tsx";
import { messagesOf, resourcesOf, textOf } from "#components/chat/live/chat-state.ts";
import { NoticeLine } from "#components/chat/message/notice-line.tsx";
import { useChat, useChatState } from "#components/chat/live/use-live-chat.ts";
import { useReword, useSay } from "#components/browser/speech.tsx";
import { chatWords } from "./words.en.ts";

/** What stands below the last message: work in progress, a broken answer, a lost connection. Never a dead spinner. */
export function ThreadTail() {
  const say = useSay(chatWords);
  const reword = useReword();
  const chat = useChat();
  const run = useChatState((state) => state.run);
  const trouble = useChatState((state) => state.trouble);
  const problem = useChatState((state) =>
    state.run === "idle" && !endsWithNotice(state.messages) ? state.problem : null,
  );
  const lastQuestion = useChatState((state) => messagesOf(state).findLast((message) => message.role === "user"));
  const awaitsAnswer = useChatState((state) => messagesOf(state).at(-1)?.role === "user");
  const resumesAt = useChatState((state) => state.resumesAt);
  const sending = useChatState((state) => state.outbox.some((message) => message.problem === null));

  if (trouble === "gone") {
    return <NoticeLine tone="amber" text={say("chatWasDeleted")} />;
  }
  return (
    <>
      {problem !== null && lastQuestion !== undefined ? (
        <NoticeLine tone="red" text={reword(problem)}>
          <Button
            tight
            onClick={() => {
              const resources = resourcesOf(lastQuestion);
              void chat.send(textOf(lastQuestion), { replaces: lastQuestion.id, resources });
            }}
          >
            {say("retry")}
          </Button>
        </NoticeLine>
      ) : null}
      {run === "running" && resumesAt !== null ? (
        <AsksAgain key={resumesAt} at={resumesAt} />
      ) : (sending || run === "running") && awaitsAnswer ? (
        <p className="flex items-center gap-3 text-small text-muted">
          <Rosette weave="seal" className="size-5 animate-[spin_6s_linear_infinite] text-accent" />
          {say(sending ? "sending" : "thinking")}
        </p>
      ) : null}
      {trouble === "reconnecting" ? (
        <p role="status" className="text-small text-amber">
          {say("reconnecting")}
        </p>
      ) : null}
    </>
  );
}

/** The model could not answer, and is asked again by itself. */
function AsksAgain({ at }: { at: number }) {
  const say = useSay(chatWords);
  const [seconds, setSeconds] = useState<number | null>(null);
  useEffect(() => {
    const look = () => setSeconds(Math.max(0, Math.ceil((at - Date.now()) / 1_000)));
    look();
    const timer = setInterval(look, 1_000);
    return () => clearInterval(timer);
  }, [at]);
  return (
    <p role="status" className="text-small text-amber">
      {say("theModelIsBusy")}{" "}
      {/* The seconds are for the eye: read aloud each second they would drown everything else. */}
      <span aria-hidden="true">
        {seconds === null || seconds === 0 ? say("askingAgain") : say("askingAgainIn", { seconds })}
      </span>
      <span className="sr-only">{say("askedAgainByItself")}</span>
    </p>
  );
}

function endsWithNotice(messages: ReturnType<typeof messagesOf>): boolean {
  const parts = messages.at(-1)?.parts ?? [];
  return parts.some((part) => part.type === "data-notice" && part.data.kind !== "context");
}
