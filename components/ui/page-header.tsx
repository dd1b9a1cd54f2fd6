"use client";

import { Menu } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./icon-button.tsx";
import { useDrawer } from "./drawer.ts";
import { useSay } from "#components/browser/speech.tsx";
import { uiWords } from "#components/ui/words.en.ts";

/** The top of a page: on a narrow screen the button for the list of chats, the title, and actions at the end. */
export function PageHeader({ title, children }: { title: string; children?: ReactNode }) {
  const say = useSay(uiWords);
  const drawer = useDrawer();
  return (
    <header className="flex h-14 shrink-0 items-center gap-1 border-b border-line px-2 sm:px-4">
      <IconButton
        icon={Menu}
        label={say("openTheListOfChats")}
        aria-expanded={drawer.isOpen}
        className="md:hidden"
        onClick={drawer.open}
      />
      <h1 className="min-w-0 flex-1 truncate px-2 font-serif text-large">{title}</h1>
      {children}
    </header>
  );
}
