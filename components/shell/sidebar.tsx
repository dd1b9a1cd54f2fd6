"use client";

import { Inbox, Plus, UserRound } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useState } from "react";
import type { ChatSummary, ServerSummary } from "#lib/chat/chat-summary.ts";
import type { ClientSession } from "#lib/chat/client-session.ts";
import { useInboxCount } from "#components/inbox/inbox-count.tsx";
import { Rosette } from "#components/ui/rosette.tsx";
import { ClientLinks } from "#components/clients/client-links.tsx";
import { WaitingBadge } from "#components/inbox/waiting-badge.tsx";
import { ChatRow } from "./chat-row.tsx";
import { ServerStatus } from "./server-status.tsx";
import type { Theme } from "./theme.ts";
import { ThemeChoice } from "./theme-choice.tsx";
import { readJson, useFresh } from "#components/browser/use-fresh.ts";

export type SidebarProps = {
  chats: ChatSummary[];
  servers: ServerSummary[];
  clients: ClientSession[];
  theme: Theme;
  /** Who is signed in; null where nobody signs in. */
  personName: string | null;
};

const pages = [
  { href: "/tools", label: "Tools" },
  { href: "/audit", label: "Audit" },
  { href: "/settings", label: "Settings" },
];

export function Sidebar({ chats: initial, servers: initialServers, clients, theme, personName }: SidebarProps) {
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
  const [servers] = useFresh({
    initial: initialServers,
    read: () => readJson<ServerSummary[]>("/api/servers"),
    concerns: (signal) => signal.type === "servers" || signal.type === "resync",
  });
  const reviews = servers.reduce((sum, server) => sum + server.waiting, 0);
  const isAlarmed = servers.some(({ alarms }) => alarms.length > 0);

  return (
    <>
      <div className="flex h-14 shrink-0 items-center gap-2 px-4">
        <Rosette weave="seal" className="size-6 text-accent" />
        <span className="font-serif text-large">Countersign</span>
      </div>
      <div className="flex flex-col gap-2 px-3 pb-3">
        <Link
          href="/"
          prefetch={false}
          className="flex min-h-10 items-center gap-2 rounded-md border border-line-strong bg-sheet px-3 font-medium transition-colors duration-150 hover:border-ink pointer-coarse:min-h-11"
        >
          <Plus aria-hidden="true" className="size-4" strokeWidth={1.75} />
          New chat
        </Link>
        <Link
          href="/inbox"
          prefetch={false}
          aria-current={path === "/inbox" ? "page" : undefined}
          className="flex min-h-9 items-center gap-2 rounded-md px-3 transition-colors duration-150 hover:bg-sunk aria-[current=page]:bg-sunk pointer-coarse:min-h-11"
        >
          <Inbox aria-hidden="true" className="size-4" strokeWidth={1.75} />
          <span className="min-w-0 flex-1">Inbox</span>
          {waiting > 0 ? <WaitingBadge count={waiting} /> : null}
        </Link>
        <input
          type="search"
          aria-label="Search chats"
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="min-h-9 rounded-md border border-line bg-transparent px-3 text-small focus:border-accent pointer-coarse:min-h-11 pointer-coarse:text-[1rem]"
        />
      </div>
      <nav aria-label="Chats" className="min-h-0 flex-1 overflow-y-auto px-3 pb-3">
        {shown.length === 0 ? (
          <p className="px-1 py-2 text-small text-muted">
            {search === "" ? "Your chats will be listed here." : "No chat has this in its title."}
          </p>
        ) : (
          <ul className="flex flex-col gap-px">
            {shown.map((chat) => (
              <ChatRow key={chat.id} chat={chat} onChanged={refresh} />
            ))}
          </ul>
        )}
      </nav>
      <ClientLinks initial={clients} />
      <div className="flex flex-col gap-3 border-t border-line px-4 py-3">
        <ServerStatus servers={servers} />
        {personName === null ? null : (
          <Link
            href="/settings/people"
            prefetch={false}
            aria-label={`Your account: ${personName}`}
            className="-mx-2 flex min-h-9 min-w-0 items-center gap-2 rounded-md px-2 text-small hover:bg-sunk pointer-coarse:min-h-11"
          >
            <UserRound aria-hidden="true" className="size-4 shrink-0 text-muted" strokeWidth={1.75} />
            <span className="truncate">{personName}</span>
          </Link>
        )}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <ThemeChoice theme={theme} />
          <nav aria-label="Pages" className="-mx-2 flex whitespace-nowrap">
            {pages.map(({ href, label }) => (
              <Link
                key={href}
                href={href}
                prefetch={false}
                aria-current={path.startsWith(href) ? "page" : undefined}
                className="inline-flex min-h-9 items-center rounded-md px-2 text-small whitespace-nowrap text-muted hover:bg-sunk hover:text-ink aria-[current=page]:bg-sunk aria-[current=page]:font-medium aria-[current=page]:text-ink pointer-coarse:min-h-11"
              >
                {label}
                {href === "/tools" && reviews > 0 ? (
                  <span
                    className={`ml-1 inline-flex min-w-5 items-center justify-center rounded-full border px-1.5 text-fine font-medium ${isAlarmed ? "border-red bg-red text-red-ink" : "border-amber bg-amber-soft text-ink"}`}
                  >
                    {reviews}
                    <span className="sr-only"> {reviews === 1 ? "waits for a look" : "wait for a look"}</span>
                  </span>
                ) : null}
              </Link>
            ))}
          </nav>
        </div>
      </div>
    </>
  );
}

function includes(title: string, search: string): boolean {
  return title.toLowerCase().includes(search.trim().toLowerCase());
}
