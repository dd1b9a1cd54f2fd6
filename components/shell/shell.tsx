"use client";

import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { usePathname } from "next/navigation";
import type { WaitingCount } from "#lib/approvals/inbox-page.ts";
import { InboxCount } from "#components/inbox/inbox-count.tsx";
import { NotifyHidden } from "#components/settings/notifications/notify-hidden.tsx";
import type { ServerSummary } from "#lib/chat/chat-summary.ts";
import { ToolServers } from "#components/tools/tool-servers.tsx";
import { DrawerContext } from "#components/ui/drawer.ts";
import { Sidebar, type SidebarProps } from "./sidebar.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { shellWords } from "#components/shell/words.en.ts";

type Props = SidebarProps & {
  waiting: WaitingCount;
  servers: ServerSummary[];
  /** Whether the person reviews tools. */
  reviewsTools: boolean;
  children: ReactNode;
};

/** The list of chats beside the page; on a narrow screen it slides over it. */
export function Shell({ children, waiting, servers, reviewsTools, ...sidebar }: Props) {
  const say = useSay(shellWords);
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<Element | null>(null);
  const aside = useRef<HTMLElement>(null);
  const path = usePathname();
  const [shownPath, setShownPath] = useState(path);
  if (shownPath !== path) {
    setShownPath(path);
    setOpen(false);
  }

  const drawer = useMemo(
    () => ({
      isOpen,
      open: () => {
        opener.current = document.activeElement;
        setOpen(true);
      },
      close: () => setOpen(false),
    }),
    [isOpen],
  );

  useEffect(() => {
    // A link opened in a browser that is signed in already: its key must not stay in the address.
    if (/^#(key|invitation)=/.test(window.location.hash))
      window.history.replaceState(null, "", window.location.pathname);
  }, []);

  useEffect(() => {
    if (!isOpen) {
      if (opener.current instanceof HTMLElement) opener.current.focus();
      return;
    }
    aside.current?.focus();
    const leave = (event: KeyboardEvent) => event.key === "Escape" && setOpen(false);
    document.addEventListener("keydown", leave);
    return () => document.removeEventListener("keydown", leave);
  }, [isOpen]);

  return (
    <DrawerContext value={drawer}>
      <InboxCount initial={waiting}>
        <NotifyHidden />
        <ToolServers initial={servers} reviews={reviewsTools}>
          <div className="grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] md:grid-cols-[17rem_minmax(0,1fr)]">
            <aside
              ref={aside}
              tabIndex={-1}
              aria-label={say("chats")}
              className={`z-20 flex min-h-0 flex-col border-e border-line bg-paper outline-none max-md:fixed max-md:inset-y-0 max-md:left-0 max-md:w-[min(20rem,85vw)] max-md:shadow-drawer max-md:transition-[translate] max-md:duration-200 max-md:ease-settle ${isOpen ? "" : "max-md:invisible max-md:-translate-x-full max-md:[transition:translate_200ms,visibility_0s_200ms]"}`}
            >
              <Sidebar {...sidebar} />
            </aside>
            {isOpen ? (
              <button
                type="button"
                aria-label={say("closeTheListOfChats")}
                onClick={drawer.close}
                className="fixed inset-0 z-10 bg-scrim md:hidden"
              />
            ) : null}
            <main className="min-h-0 min-w-0" inert={isOpen}>
              {children}
            </main>
          </div>
        </ToolServers>
      </InboxCount>
    </DrawerContext>
  );
}
