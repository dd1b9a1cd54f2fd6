"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ClientSession } from "#lib/chat/client-session.ts";
import { readJson, useFresh } from "#components/browser/use-fresh.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { WaitingBadge } from "#components/inbox/waiting-badge.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { SaysItIs } from "./says-it-is.tsx";
import { clientWords } from "./words.en.ts";

/** The latest sessions of clients and agents, live. Nothing where there are none. */
export function ClientLinks({ initial }: { initial: ClientSession[] }) {
  const say = useSay(clientWords);
  const path = usePathname();
  const [sessions] = useFresh({
    initial,
    read: () => readJson<ClientSession[]>("/api/clients/sessions"),
    concerns: ({ type }) => type === "chats" || type === "chat" || type === "resync",
  });
  if (sessions.length === 0) return null;
  return (
    <nav aria-label={say("clients")} className="max-h-[40%] shrink-0 overflow-y-auto border-t border-line px-3 py-2">
      <p className="flex items-baseline justify-between gap-2 px-2 pb-1 text-fine text-muted">
        <span>{say("clients")}</span>
        <Link
          href="/settings/clients"
          prefetch={false}
          className="inline-flex items-center underline underline-offset-4 hover:text-ink pointer-coarse:min-h-11"
        >
          {say.rich("allClients", { hidden: (held) => <span className="sr-only">{held}</span> })}
        </Link>
      </p>
      <ul className="flex flex-col gap-px">
        {sessions.map((session) => (
          <li key={session.id}>
            <Link
              href={`/clients/${session.id}`}
              prefetch={false}
              aria-current={path === `/clients/${session.id}` ? "page" : undefined}
              className="flex min-h-11 items-center gap-2 rounded-md px-2 py-1 hover:bg-sunk aria-[current=page]:bg-sunk"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate">
                  <VisibleText text={session.keyName} />
                </span>
                <span className="block truncate text-fine text-muted">
                  <SaysItIs {...session} />
                </span>
              </span>
              {session.waiting > 0 ? <WaitingBadge count={session.waiting} /> : null}
              {session.waiting === 0 && session.live ? (
                <span className="text-fine text-muted">{say("working")}</span>
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
