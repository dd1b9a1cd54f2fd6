"use client";

import { Button } from "#components/ui/button.tsx";
import { cancelledBy, ownApprovals } from "#components/chat/live/chat-state.ts";
import { useChat, useChatState } from "#components/chat/live/use-live-chat.ts";

type Props = {
  /** What becomes of the text in the field. */
  onLeft: (how: "sent" | "asked" | "kept") => void;
  /** Asks the agent about a card that waits for this person, in place of the message. */
  onAsk: (approvalId: string, text: string) => void;
};

/** What a message would cancel, said before it does. It takes the place of the line about the cards that wait. */
export function HeldMessage({ onLeft, onAsk }: Props) {
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
    <div role="group" aria-label="Your message" className="mb-2 border-s-4 border-amber bg-paper px-3 py-2 text-small">
      <p role="alert">
        <strong className="font-medium">{cancelWords({ open, others })}</strong>{" "}
        <span className="text-muted">{open === 0 ? "" : "What a cancelled card asks for is not run."}</span>
      </p>
      <div className="mt-1.5 flex flex-wrap gap-2">
        <Button tight onClick={keep}>
          {open === 0 ? "Don’t send" : "Keep waiting"}
        </Button>
        {replaces === undefined && own !== null ? (
          <Button tight onClick={() => ask(own)}>
            Ask about {open === 1 ? "it" : "them"} instead
          </Button>
        ) : null}
        <Button tight look={open === 0 ? "primary" : "danger"} onClick={send}>
          {open === 0 ? "Send" : "Send and cancel"}
        </Button>
      </div>
    </div>
  );
}

/** "Sending this cancels 2 open cards, 1 of them for somebody else." */
export function cancelWords({ open, others }: { open: number; others: number }): string {
  if (open === 0) return "No card waits any more.";
  if (open === 1) return `Sending this cancels an open card${others === 1 ? " that somebody else answers" : ""}.`;
  const whose = others === 0 ? "" : others === open ? " that others answer" : `, ${others} of them for somebody else`;
  return `Sending this cancels ${open} open cards${whose}.`;
}
