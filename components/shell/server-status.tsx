"use client";

import Link from "next/link";
import { readableText, visibleText } from "#lib/untrusted/visible-text.ts";
import type { ServerSummary } from "#lib/chat/chat-summary.ts";
import { useReword, useSay } from "#components/browser/speech.tsx";
import { shellWords } from "#components/shell/words.en.ts";

/** How the tool servers are, in one line that leads to them. The chat goes on without those that are down. */
export function ServerStatus({ servers }: { servers: readonly ServerSummary[] }) {
  const reword = useReword();
  const say = useSay(shellWords);
  const down = servers.filter(({ status }) => status === "down");
  const connecting = servers.filter(({ status }) => status === "connecting");
  const alarmed = servers.filter(({ alarms }) => alarms.length > 0);
  const [first] = [...alarmed, ...down];
  const [words, dot] =
    first !== undefined
      ? [
          alarmed.length > 0
            ? say("firstLookAtIt", { first: visibleText(first.title) })
            : down.length === 1
              ? say("firstIsDown", { first: visibleText(first.title) })
              : say("downServersAreDown", { down: down.length }),
          "bg-red",
        ]
      : connecting.length > 0
        ? [
            say("connectingToConnecting", { connecting: say("servers", { count: connecting.length }) }),
            "border border-amber bg-amber-soft",
          ]
        : [
            servers.length === 0
              ? say("noToolServersYet")
              : say("serversReady", { servers: say("servers", { count: servers.length }) }),
            "bg-green",
          ];
  return (
    <section aria-label={say("toolServers")}>
      <Link
        href={first === undefined ? "/tools" : `/tools#server-${encodeURIComponent(first.id)}`}
        prefetch={false}
        title={first === undefined ? undefined : readableText(reword(first.problem ?? first.alarms.join(" ")))}
        className={`-mx-2 flex min-h-9 items-center gap-2 rounded-md px-2 text-small hover:bg-sunk pointer-coarse:min-h-11 ${first === undefined ? "text-muted" : "text-red"}`}
      >
        <span
          aria-hidden="true"
          className={`size-2 shrink-0 rounded-full ${servers.length === 0 ? "border border-line-strong" : dot}`}
        />
        <span className="min-w-0 truncate">{words}</span>
      </Link>
    </section>
  );
}
