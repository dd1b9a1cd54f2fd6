"use client";

import { SlidersHorizontal, SquarePen } from "lucide-react";
import Link from "next/link";
import { lazy, Suspense, useState } from "react";
import type { ModelChoice } from "#lib/chat/chat-summary.ts";
import { IconButton, iconButtonLook } from "#components/ui/icon-button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { ChatToolsButton } from "./chat-tools-button.tsx";
import { useChatState } from "#components/chat/live/use-live-chat.ts";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "./words.en.ts";

const ChatSettings = lazy(async () => ({ default: (await import("./chat-settings.tsx")).ChatSettings }));

export function ChatHeader({ models }: { models: ModelChoice[] }) {
  const say = useSay(chatWords);
  const title = useChatState((state) => state.title);
  const hasMessages = useChatState((state) => state.messages.length > 0);
  const [settingsOpen, setSettingsOpen] = useState(false);
  return (
    <PageHeader title={title || say(hasMessages ? "untitled" : "newChat")}>
      <ChatToolsButton />
      <Link
        href="/"
        prefetch={false}
        aria-label={say("newChat")}
        title={say("newChat")}
        className={`${iconButtonLook} md:hidden`}
      >
        <SquarePen aria-hidden="true" className="size-4" strokeWidth={1.75} />
      </Link>
      <IconButton icon={SlidersHorizontal} label={say("chatSettings")} onClick={() => setSettingsOpen(true)} />
      <Suspense>
        {settingsOpen ? <ChatSettings models={models} onClose={() => setSettingsOpen(false)} /> : null}
      </Suspense>
    </PageHeader>
  );
}
