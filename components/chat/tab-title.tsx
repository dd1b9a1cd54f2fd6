"use client";

import { PageTitle } from "#components/inbox/inbox-count.tsx";
import { ownApprovals } from "#components/chat/live/chat-state.ts";
import { useChatState } from "#components/chat/live/use-live-chat.ts";
import { messagesOf } from "#components/chat/live/use-thread-runtime.ts";

/** The title of the tab says how many cards wait, also while the tab is hidden. */
export function TabTitle() {
  const count = useChatState((state) => ownApprovals(messagesOf(state)).length);
  const title = useChatState((state) => state.title);
  return <PageTitle title={title} atLeast={count} />;
}
