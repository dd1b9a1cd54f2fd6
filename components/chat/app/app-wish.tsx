"use client";

import { linkTarget } from "#lib/elicitation/link-target.ts";
import { useSay, useSpeech } from "#components/browser/speech.tsx";
import { LinkAddress, openPage } from "#components/cards/elicitation/link-address.tsx";
import { GuardedButton } from "#components/cards/press/guarded-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { ScrollArea } from "#components/ui/scroll-area.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useChat } from "#components/chat/live/use-live-chat.ts";
import type { Wish } from "./frame-bridge.ts";
import { appWords } from "./words.en.ts";

type Props = { wish: Wish; server: string; onAnswer: (agreed: boolean) => void };

/** What an app wants of the person, in words of ours outside of its frame. Nothing happens before a press. */
export function AppWish({ wish, server, onAnswer }: Props) {
  const say = useSay(appWords);
  return (
    <div role="group" aria-label={say("whatTheAppWants")} className="flex flex-col gap-2 border-t border-line p-3">
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
  const say = useSay(appWords);
  const speech = useSpeech();
  const target = linkTarget(url, speech);
  if ("refused" in target) {
    return (
      <>
        <p>{say.rich("wantsAPageOpened", { server: <VisibleText text={server} />, refused: target.refused })}</p>
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
      <LinkAddress target={target} says={say("wantsYouToOpen", { server })} />
      <Answers onAnswer={onAnswer} agree={{ name: say("openHost", { host: target.host }), press: open }} />
    </>
  );
}

type MessageProps = Omit<Props, "wish"> & { text: string };

function MessageWish({ text, server, onAnswer }: MessageProps) {
  const say = useSay(appWords);
  const chat = useChat();
  const send = () => {
    void chat.send(text);
    onAnswer(true);
  };
  return (
    <>
      <p>{say.rich("wantsYouToSay", { server: <VisibleText text={server} /> })}</p>
      <ScrollArea label={say("whatYouWouldSay")} className="max-h-40">
        <blockquote className="border-s-2 border-line-strong ps-3 whitespace-pre-wrap text-muted">
          <VisibleText text={text} />
        </blockquote>
      </ScrollArea>
      <Answers onAnswer={onAnswer} agree={{ name: say("sendItAsMyMessage"), press: send }} />
    </>
  );
}

type AnswersProps = { onAnswer: Props["onAnswer"]; agree?: { name: string; press: () => void } };

function Answers({ onAnswer, agree }: AnswersProps) {
  const say = useSay(appWords);
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button tight look="quiet" onClick={() => onAnswer(false)}>
        {agree === undefined ? say("close") : say("no")}
      </Button>
      {agree === undefined ? null : (
        <GuardedButton tight onClick={agree.press}>
          {agree.name}
        </GuardedButton>
      )}
    </div>
  );
}
