"use client";

import { Menu, SlidersHorizontal, SquarePen } from "lucide-react";
import Link from "next/link";
import { lazy, Suspense, useState } from "react";
import type { ModelChoice } from "#lib/chat/chat-summary.ts";
import { IconButton, iconButtonLook } from "#components/ui/icon-button.tsx";
import { useDrawer } from "./drawer.ts";
import { useChatState } from "./use-live-chat.ts";

const ChatSettings = lazy(async () => ({ default: (await import("./chat-settings.tsx")).ChatSettings }));

export function ChatHeader({ models }: { models: ModelChoice[] }) {
  const title = useChatState((state) => state.title);
  const hasMessages = useChatState((state) => state.messages.length > 0);
  const drawer = useDrawer();
  const [settingsOpen, setSettingsOpen] = useState(false);
  return (
    <header className="flex h-14 shrink-0 items-center gap-1 border-b border-line px-2 sm:px-4">
      <IconButton
        icon={Menu}
        label="Open the list of chats"
        aria-expanded={drawer.isOpen}
        className="md:hidden"
        onClick={drawer.open}
      />
      <h1 className="min-w-0 flex-1 truncate px-2 font-serif text-large">
        {title || (hasMessages ? "Untitled" : "New chat")}
      </h1>
      <Link href="/" prefetch={false} aria-label="New chat" title="New chat" className={`${iconButtonLook} md:hidden`}>
        <SquarePen aria-hidden="true" className="size-4" strokeWidth={1.75} />
      </Link>
      <IconButton icon={SlidersHorizontal} label="Chat settings" onClick={() => setSettingsOpen(true)} />
      <Suspense>
        {settingsOpen ? <ChatSettings models={models} onClose={() => setSettingsOpen(false)} /> : null}
      </Suspense>
    </header>
  );
}
