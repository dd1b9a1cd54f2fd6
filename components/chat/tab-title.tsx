"use client";

import { PageTitle } from "#components/inbox/inbox-count.tsx";
import { ownApprovals } from "./chat-state.ts";
import { useChatState } from "./use-live-chat.ts";
import { messagesOf } from "./use-thread-runtime.ts";

/** The tab says how many cards wait, so that a hidden one can still call. */
export function TabTitle() {
  const count = useChatState((state) => ownApprovals(messagesOf(state)).length);
  const title = useChatState((state) => state.title);
  return <PageTitle title={title} atLeast={count} />;
}
