"use client";

import { Button } from "#components/ui/button.tsx";
import { cancelledBy, ownApprovals } from "#components/chat/live/chat-state.ts";
import { useChat, useChatState } from "#components/chat/live/use-live-chat.ts";
import { useSay } from "#components/browser/speech.tsx";
import { type ChatSay, chatWords } from "./words.en.ts";

type Props = {
  /** What becomes of the text in the field. */
  onLeft: (how: "sent" | "asked" | "kept") => void;
  /** Asks the agent about a card that waits for this person, in place of the message. */
  onAsk: (approvalId: string, text: string) => void;
};

/** What a message would cancel, said before it does. It takes the place of the line about the cards that wait. */
export function HeldMessage({ onLeft, onAsk }: Props) {
  const say = useSay(chatWords);
  const chat = useChat();
  const held = useChatState((state) => state.held);
  const open = useChatState((state) => (state.held === null ? 0 : cancelledBy(state.held.message, state).open));
  const others = useChatState((state) => (state.held === null ? 0 : cancelledBy(state.held.message, state).others));
  const own = useChatState((state) => {
    const askable = ownApprovals(state.messages).find(({ subject }) => subject.kind !== "sign-in");
    return askable?.approvalId ?? null;
  });
  if (held === null) return null;
  const { replaces, text } = held.message;
  const send = () => {
    onLeft("sent");
    void chat.sendHeld();
  };
  const keep = () => {
    chat.letGoHeld();
    onLeft("kept");
  };
  const ask = (approvalId: string) => {
    chat.letGoHeld();
    onAsk(approvalId, text);
    onLeft("asked");
  };
  return (
    <div
      role="group"
      aria-label={say("yourMessage")}
      className="mb-2 border-s-4 border-amber bg-paper px-3 py-2 text-small"
    >
      <p role="alert">
        <strong className="font-medium">{cancelWords({ open, others }, say)}</strong>{" "}
        <span className="text-muted">{open === 0 ? "" : say("whatACancelledCard")}</span>
      </p>
      <div className="mt-1.5 flex flex-wrap gap-2">
        <Button tight onClick={keep}>
          {say(open === 0 ? "dontSend" : "keepWaiting")}
        </Button>
        {replaces === undefined && own !== null ? (
          <Button tight onClick={() => ask(own)}>
            {say("askAboutInstead", { open })}
          </Button>
        ) : null}
        <Button tight look={open === 0 ? "primary" : "danger"} onClick={send}>
          {say(open === 0 ? "send" : "sendAndCancel")}
        </Button>
      </div>
    </div>
  );
}

/** "Sending this cancels 2 open cards, 1 of them for somebody else." */
function cancelWords({ open, others }: { open: number; others: number }, say: ChatSay): string {
  if (open === 0) return say("noCardWaits");
  if (open === 1) return say("cancelsACard", { others });
  return say("cancelsCards", { open, others, whose: others === 0 ? "own" : others === open ? "others" : "some" });
}
