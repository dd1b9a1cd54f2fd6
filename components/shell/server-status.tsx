"use client";

import { readableText } from "#lib/untrusted/visible-text.ts";
import { ScrollArea } from "#components/ui/scroll-area.tsx";
import type { ServerSummary } from "#lib/chat/chat-summary.ts";

const words: { [Status in ServerSummary["status"]]: string } = {
  waiting: "starts when needed",
  connecting: "connecting",
  up: "ready",
  down: "down",
};

const dots: { [Status in ServerSummary["status"]]: string } = {
  waiting: "border border-line-strong",
  connecting: "border border-amber bg-amber-soft",
  up: "bg-green",
  down: "bg-red",
};

/** More than these are scrolled, and leave room for the chats. */
const mostInFull = 8;

/** The tool servers and how they are; one that is down says why, and the chat goes on without it. */
export function ServerStatus({ servers }: { servers: ServerSummary[] }) {
  if (servers.length <= mostInFull) {
    return (
      <section aria-label="Tool servers" className="text-small">
        {servers.length === 0 ? <p className="text-muted">No tool servers are configured.</p> : null}
        <ServerList servers={servers} />
      </section>
    );
  }
  const up = servers.filter(({ status }) => status === "up");
  return (
    <section aria-label="Tool servers" className="flex flex-col gap-1 text-small">
      <p>
        {servers.length} servers, {up.length} ready
      </p>
      <ScrollArea label="List of tool servers" className="max-h-40">
        <ServerList servers={[...servers.filter((server) => !up.includes(server)), ...up]} />
      </ScrollArea>
    </section>
  );
}

function ServerList({ servers }: { servers: ServerSummary[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {servers.map(({ id, title, status, problem, tools, waiting, alarms }) => (
        <li key={id}>
          <p className="flex items-center gap-2">
            <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dots[status]}`} />
            <span className="min-w-0 flex-1 truncate">{title}</span>
            <span
              className={`shrink-0 text-fine ${status === "down" || alarms.length > 0 ? "text-red" : "text-muted"}`}
            >
              {alarms.length > 0
                ? "look at it"
                : waiting > 0 && tools.length === 0
                  ? "waits for a look"
                  : status === "up"
                    ? `${tools.length} ${tools.length === 1 ? "tool" : "tools"}`
                    : words[status]}
            </span>
          </p>
          {status === "down" && problem !== null ? (
            <p className="line-clamp-4 pl-4 text-fine text-muted" title={readableText(problem)}>
              {readableText(problem)}
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
