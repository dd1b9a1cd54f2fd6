"use client";

import { useState } from "react";
import { linkTarget } from "#lib/elicitation/link-target.ts";
import { useSay, useSpeech } from "#components/browser/speech.tsx";
import { LinkAddress, openPage } from "#components/cards/elicitation/link-address.tsx";
import { GuardedButton } from "#components/cards/press/guarded-button.tsx";
import { ScrollBox } from "#components/cards/press/scroll-box.tsx";
import { useSeen } from "#components/cards/press/use-seen.ts";
import { cardWords } from "#components/cards/words.en.ts";
import { Button } from "#components/ui/button.tsx";
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
  const sayOfCards = useSay(cardWords);
  const chat = useChat();
  const { setWhole, look } = useSeen();
  const [isUnread, setUnread] = useState(false);
  const send = () => {
    // Under the name of a person, so they have read it.
    if (!look()) return setUnread(true);
    void chat.send(text);
    onAnswer(true);
  };
  return (
    <>
      <p>{say.rich("wantsYouToSay", { server: <VisibleText text={server} /> })}</p>
      <div ref={setWhole}>
        <ScrollBox label={say("whatYouWouldSay")} expanded={false}>
          <blockquote className="border-s-2 border-line-strong ps-3 whitespace-pre-wrap [overflow-wrap:anywhere] text-muted">
            <VisibleText text={text} />
          </blockquote>
        </ScrollBox>
      </div>
      <p role="status" className="text-muted empty:hidden">
        {isUnread ? sayOfCards("readFirst") : ""}
      </p>
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
