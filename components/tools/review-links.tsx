"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import type { ServerSummary } from "#lib/chat/chat-summary.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useToolServers } from "./tool-servers.tsx";

/** More servers than these are said in one sentence. */
const mostNamed = 2;

/** For those who review tools: what of the tool servers is new, and the way there. Nothing where nothing is. */
export function ReviewLinks() {
  const { servers, reviews } = useToolServers();
  const waiting = servers.filter((server) => server.waiting > 0);
  if (!reviews || waiting.length === 0) return null;
  const sum = waiting.reduce((all, server) => all + server.waiting, 0);
  return (
    <ul aria-label="To review" className="flex flex-col gap-1">
      {waiting.length > mostNamed ? (
        <ReviewLink href="/tools">
          {waiting.length} servers have {sum} things to review
        </ReviewLink>
      ) : (
        waiting.map((server) => (
          <ReviewLink key={server.id} href={reviewAddress(server.id)}>
            <VisibleText text={server.title} /> {newsOf(server)}
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
  return (
    <li>
      <Link
        href={href}
        prefetch={false}
        className="flex min-h-9 items-center gap-3 rounded-md border border-amber bg-amber-soft px-3 py-1 text-small pointer-coarse:min-h-11"
      >
        <span className="min-w-0 flex-1">{children}</span>
        <span className="shrink-0 font-medium underline underline-offset-4">Review</span>
      </Link>
    </li>
  );
}

function newsOf({ unreviewed, tools }: ServerSummary): string {
  if (unreviewed === 0) return "needs a review";
  if (tools.length === 0) return `has ${unreviewed} new ${unreviewed === 1 ? "tool" : "tools"}`;
  return `has ${unreviewed} ${unreviewed === 1 ? "tool" : "tools"} to review`;
}
