"use client";

import { Inbox, Plus, ScrollText, Settings, UserRound, Wrench } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useId, useState } from "react";
import type { ChatSummary } from "#lib/chat/chat-summary.ts";
import type { ClientSession } from "#lib/chat/client-session.ts";
import { useInboxCount } from "#components/inbox/inbox-count.tsx";
import { Rosette } from "#components/ui/rosette.tsx";
import { ClientLinks } from "#components/clients/client-links.tsx";
import { WaitingBadge } from "#components/inbox/waiting-badge.tsx";
import { ChatRow } from "./chat-row.tsx";
import { chatsByDay, offsetHere } from "./chats-by-day.ts";
import { ReviewLinks } from "#components/tools/review-links.tsx";
import { useToolServers } from "#components/tools/tool-servers.tsx";
import { ServerStatus } from "./server-status.tsx";
import type { Theme } from "./theme.ts";
import { ThemeChoice } from "./theme-choice.tsx";
import { readJson, useFresh } from "#components/browser/use-fresh.ts";
import { useHydrated } from "#components/browser/use-hydrated.ts";
import { useNow } from "#components/browser/use-now.ts";
import { useSay } from "#components/browser/speech.tsx";
import { shellWords } from "#components/shell/words.en.ts";

export type SidebarProps = {
  chats: ChatSummary[];
  clients: ClientSession[];
  theme: Theme;
  /** Who is signed in; null where nobody signs in. */
  personName: string | null;
  /** Unix ms, by the server's clock. */
  now: number;
};

const pages = [
  { href: "/inbox", label: "inbox", sign: Inbox },
  { href: "/tools", label: "tools", sign: Wrench },
  { href: "/audit", label: "audit", sign: ScrollText },
  { href: "/settings", label: "settings", sign: Settings },
] as const;

export function Sidebar({ chats: initial, clients, theme, personName, now }: SidebarProps) {
  const say = useSay(shellWords);
  const id = useId();
  const [search, setSearch] = useState("");
  const path = usePathname();
  const [chats, refresh] = useFresh({
    initial: { search: "", list: initial },
    read: async () => ({
      search,
      list: await readJson<ChatSummary[]>(`/api/chats?search=${encodeURIComponent(search)}`),
    }),
    concerns: ({ type }) => type !== "servers" && type !== "policy",
    key: search,
  });
  // Until the server has searched, what is known already is searched here, so that typing never waits.
  const shown = chats.search === search ? chats.list : chats.list.filter((chat) => includes(chat.title, search));

  const waiting = useInboxCount();
  const { servers } = useToolServers();
  const hydrated = useHydrated();
  const clock = useNow();
  // The server does not know the reader's time zone: it files by UTC, and the browser corrects it when it takes over.
  const byDay = chatsByDay(shown, { now: clock ?? now, offsetMs: hydrated ? offsetHere : () => 0 });
  const reviews = servers.reduce((sum, server) => sum + server.waiting, 0);
  const isAlarmed = servers.some(({ alarms }) => alarms.length > 0);

  return (
    <>
      <div className="flex h-14 shrink-0 items-center gap-2 px-4">
        <Rosette weave="seal" className="size-6 text-accent" />
        <span className="font-serif text-large">{say("countersign")}</span>
      </div>
      <div className="flex flex-col gap-2 px-3 pb-3">
        <Link
          href="/"
          prefetch={false}
          className="flex min-h-10 items-center gap-2 rounded-md border border-line-strong bg-sheet px-3 font-medium transition-colors duration-150 hover:border-ink pointer-coarse:min-h-11"
        >
          <Plus aria-hidden="true" className="size-4" strokeWidth={1.75} />
          {say("newChat")}
        </Link>
        <nav aria-label={say("pages")} className="flex flex-col gap-px">
          {pages.map(({ href, label, sign: Sign }) => (
            <Link
              key={href}
              href={href}
              prefetch={false}
              aria-current={path.startsWith(href) ? "page" : undefined}
              className="flex min-h-9 items-center gap-2 rounded-md px-3 transition-colors duration-150 hover:bg-sunk aria-[current=page]:bg-sunk aria-[current=page]:font-medium pointer-coarse:min-h-11"
            >
              <Sign aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
              <span className="min-w-0 flex-1">{say(label)}</span>
              {href === "/inbox" && waiting > 0 ? <WaitingBadge count={waiting} /> : null}
              {href === "/tools" && reviews > 0 ? <ReviewBadge count={reviews} isAlarmed={isAlarmed} /> : null}
            </Link>
          ))}
        </nav>
        <ReviewLinks />
        <input
          type="search"
          aria-label={say("searchChats")}
          placeholder={say("search")}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="min-h-9 rounded-md border border-line bg-transparent px-3 text-small focus:border-accent pointer-coarse:min-h-11 pointer-coarse:text-[1rem]"
        />
      </div>
      <nav aria-label={say("chats")} className="min-h-0 flex-1 overflow-y-auto px-3 pb-3">
        {shown.length === 0 ? (
          <p className="px-1 py-2 text-small text-muted">
            {search === "" ? say("yourChatsWillBeListed") : say("noChatHasThisIn")}
          </p>
        ) : (
          byDay.map(({ label, chats: ofThese }) => (
            <div key={label} className="pb-2">
              <p id={`${id}${label}`} className="px-2 pt-1 text-fine text-muted">
                {say(label)}
              </p>
              <ul aria-labelledby={`${id}${label}`} className="flex flex-col gap-px">
                {ofThese.map((chat) => (
                  <ChatRow key={chat.id} chat={chat} onChanged={refresh} />
                ))}
              </ul>
            </div>
          ))
        )}
      </nav>
      <ClientLinks initial={clients} />
      <div className="flex flex-col border-t border-line px-4 py-2">
        <ServerStatus servers={servers} />
        <div className="flex items-center justify-between gap-2">
          {personName === null ? null : (
            <Link
              href="/settings/people"
              prefetch={false}
              aria-label={say("yourAccountPersonname", { personName })}
              className="-mx-2 flex min-h-9 min-w-0 items-center gap-2 rounded-md px-2 text-small hover:bg-sunk pointer-coarse:min-h-11"
            >
              <UserRound aria-hidden="true" className="size-4 shrink-0 text-muted" strokeWidth={1.75} />
              <span className="truncate">{personName}</span>
            </Link>
          )}
          <ThemeChoice theme={theme} />
        </div>
      </div>
    </>
  );
}

function includes(title: string, search: string): boolean {
  return title.toLowerCase().includes(search.trim().toLowerCase());
}

function ReviewBadge({ count, isAlarmed }: { count: number; isAlarmed: boolean }) {
  const say = useSay(shellWords);
  return (
    <span
      className={`inline-flex min-w-5 items-center justify-center rounded-full border px-1.5 text-fine font-medium ${isAlarmed ? "border-red bg-red text-red-ink" : "border-amber bg-amber-soft text-ink"}`}
    >
      {count}
      <span className="sr-only"> {say("toReview")}</span>
    </span>
  );
}
