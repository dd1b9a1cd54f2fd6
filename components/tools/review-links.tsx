"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import type { ServerSummary } from "#lib/chat/chat-summary.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useToolServers } from "./tool-servers.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { toolWords } from "#components/tools/words.en.ts";

/** More servers than these are said in one sentence. */
const mostNamed = 2;

/** For those who review tools: what of the tool servers is new, and the way there. Nothing where nothing is. */
export function ReviewLinks() {
  const say = useSay(toolWords);
  const { servers, reviews } = useToolServers();
  const waiting = servers.filter((server) => server.waiting > 0);
  if (!reviews || waiting.length === 0) return null;
  const sum = waiting.reduce((all, server) => all + server.waiting, 0);
  return (
    <ul aria-label={say("toReview")} className="flex flex-col gap-1">
      {waiting.length > mostNamed ? (
        <ReviewLink href="/tools">{say("serversHaveThings", { servers: waiting.length, things: sum })}</ReviewLink>
      ) : (
        waiting.map((server) => (
          <ReviewLink key={server.id} href={reviewAddress(server.id)}>
            <News server={server} />
          </ReviewLink>
        ))
      )}
    </ul>
  );
}

export function reviewAddress(serverId: string): string {
  return `/tools?review=${encodeURIComponent(serverId)}`;
}

function ReviewLink({ href, children }: { href: string; children: ReactNode }) {
  const say = useSay(toolWords);
  return (
    <li>
      <Link
        href={href}
        prefetch={false}
        className="flex min-h-9 items-center gap-3 rounded-md border border-amber bg-amber-soft px-3 py-1 text-small pointer-coarse:min-h-11"
      >
        <span className="min-w-0 flex-1">{children}</span>
        <span className="shrink-0 font-medium underline underline-offset-4">{say("review")}</span>
      </Link>
    </li>
  );
}

function News({ server: { title, unreviewed, tools } }: { server: ServerSummary }) {
  const say = useSay(toolWords);
  const server = <VisibleText text={title} />;
  if (unreviewed === 0) return say.rich("serverNeedsReview", { server });
  const key = tools.length === 0 ? "serverHasNewTools" : "serverHasToolsToReview";
  return say.rich(key, { server, tools: unreviewed });
}
