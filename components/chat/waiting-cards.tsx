"use client";

import { Button } from "#components/ui/button.tsx";
import { BatchButton } from "#components/chat/batch/batch-button.tsx";
import { messagesOf, openApprovals, ownApprovals } from "#components/chat/live/chat-state.ts";
import { useChatState } from "#components/chat/live/use-live-chat.ts";
import { useSay } from "#components/browser/speech.tsx";
import { type ChatSay, chatWords } from "./words.en.ts";

/** How many cards wait, the way to the next one, and what a new message would do to them. */
export function WaitingCards() {
  const say = useSay(chatWords);
  const own = useChatState((state) => ownApprovals(messagesOf(state)).length);
  const count = useChatState((state) => openApprovals(messagesOf(state)).length);
  if (count === 0) return null;
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3 px-1 text-small">
      <p className="min-w-0">
        <strong className="font-medium">{waitingWords(own, count - own, say)}</strong>
      </p>
      <div className="-me-2 ms-auto flex shrink-0">
        <BatchButton />
        <Button
          tight
          look="quiet"
          className="underline decoration-line-strong underline-offset-4"
          onClick={goToNextCard}
        >
          {say(count === 1 ? "goToCard" : "nextCard")}
        </Button>
      </div>
    </div>
  );
}

function waitingWords(own: number, others: number, say: ChatSay): string {
  return own === 0 ? say("cardsWaitForOthers", { others }) : say("cardsWaitForYou", { own, others });
}

/** Moves to the open card after the focused one; after the last comes the first. */
function goToNextCard(): void {
  const open = [...document.querySelectorAll<HTMLElement>('[data-card="open"]')];
  const current = open.findIndex((card) => card.contains(lastFocused));
  const next = open[(current + 1) % open.length];
  if (next === undefined) return;
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  next.scrollIntoView({ block: "nearest", behavior: calm ? "auto" : "smooth" });
  const group = next.querySelector<HTMLElement>('[role="group"]') ?? next;
  if (!group.hasAttribute("tabindex")) group.tabIndex = -1;
  group.focus({ preventScroll: true });
  lastFocused = group;
}

/** The card last gone to; pressing the button again takes the focus away from it. */
let lastFocused: HTMLElement | null = null;
