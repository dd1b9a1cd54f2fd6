"use client";

import { linkTarget } from "#lib/elicitation/link-target.ts";
import { LinkAddress, openPage } from "#components/cards/elicitation/link-address.tsx";
import { GuardedButton } from "#components/cards/press/guarded-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { ScrollArea } from "#components/ui/scroll-area.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useChat } from "#components/chat/live/use-live-chat.ts";
import type { Wish } from "./frame-bridge.ts";

type Props = { wish: Wish; server: string; onAnswer: (agreed: boolean) => void };

/** What an app wants of the person, in words of ours outside of its frame. Nothing happens before a press. */
export function AppWish({ wish, server, onAnswer }: Props) {
  return (
    <div role="group" aria-label="What the app wants" className="flex flex-col gap-2 border-t border-line p-3">
      {wish.kind === "link" ? (
        <LinkWish url={wish.url} server={server} onAnswer={onAnswer} />
      ) : (
        <MessageWish text={wish.text} server={server} onAnswer={onAnswer} />
      )}
    </div>
  );
}

type LinkProps = Omit<Props, "wish"> & { url: string };

function LinkWish({ url, server, onAnswer }: LinkProps) {
  const target = linkTarget(url);
  if ("refused" in target) {
    return (
      <>
        <p>
          The app of <VisibleText text={server} /> wants a page opened. {target.refused}
        </p>
        <Answers onAnswer={onAnswer} />
      </>
    );
  }
  const open = () => {
    openPage(target);
    onAnswer(true);
  };
  return (
    <>
      <LinkAddress target={target} says={`The app of ${server} wants you to open`} />
      <Answers onAnswer={onAnswer} agree={{ name: `Open ${target.host}`, press: open }} />
    </>
  );
}

type MessageProps = Omit<Props, "wish"> & { text: string };

function MessageWish({ text, server, onAnswer }: MessageProps) {
  const chat = useChat();
  const send = () => {
    void chat.send(text);
    onAnswer(true);
  };
  return (
    <>
      <p>
        The app of <VisibleText text={server} /> wants you to say this in the chat:
      </p>
      <ScrollArea label="What you would say" className="max-h-40">
        <blockquote className="border-s-2 border-line-strong ps-3 whitespace-pre-wrap text-muted">
          <VisibleText text={text} />
        </blockquote>
      </ScrollArea>
      <Answers onAnswer={onAnswer} agree={{ name: "Send it as my message", press: send }} />
    </>
  );
}

type AnswersProps = { onAnswer: Props["onAnswer"]; agree?: { name: string; press: () => void } };

function Answers({ onAnswer, agree }: AnswersProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button tight look="quiet" onClick={() => onAnswer(false)}>
        {agree === undefined ? "Close" : "No"}
      </Button>
      {agree === undefined ? null : (
        <GuardedButton tight onClick={agree.press}>
          {agree.name}
        </GuardedButton>
      )}
    </div>
  );
}
