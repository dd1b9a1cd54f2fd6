"use client";

import { useLayoutEffect, useMemo, useRef } from "react";
import Link from "next/link";
import type { ClientSessionDetail } from "#lib/chat/client-session.ts";
import { readJson, useFresh } from "#components/browser/use-fresh.ts";
import { httpChatServer } from "#components/chat/live/http-chat-server.ts";
import { segmentsOf } from "#components/chat/message/segments.ts";
import { PageTitle } from "#components/inbox/inbox-count.tsx";
import { Button } from "#components/ui/button.tsx";
import { PageBody } from "#components/ui/page-body.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { useSay } from "#components/browser/speech.tsx";
import { SaysItIs } from "./says-it-is.tsx";
import { SessionCall } from "./session-call.tsx";
import { clientWords } from "./words.en.ts";

/** What one client did: its calls with their cards and results, live. It is a chat in which nobody writes. */
export function SessionScreen({ initial }: { initial: ClientSessionDetail }) {
  const say = useSay(clientWords);
  const { id } = initial;
  const [session, refresh] = useFresh({
    initial,
    read: () => readJson<ClientSessionDetail>(`/api/clients/${encodeURIComponent(id)}`),
    concerns: (signal) => (signal.type === "chat" && signal.chatId === id) || signal.type === "resync",
    restMs: 50,
  });
  const { keyName, calls: message, times, hasMore, live, kind } = session;
  const calls = useMemo(
    () => segmentsOf(message).flatMap((segment) => (segment.kind === "calls" ? segment.calls : [])),
    [message],
  );
  const open = calls.flatMap(({ approvals }) => approvals).filter(({ status }) => status === "pending");
  const { problem, sending, send } = useSending();
  const stop = async () => {
    await send("POST", `/api/chat/${encodeURIComponent(id)}/stop`, {});
    await refresh();
  };
  const end = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The latest call stands last, as in a chat.
    end.current?.scrollIntoView({ block: "end" });
  }, []);

  return (
    <div className="flex h-full min-w-0 flex-col">
      <PageTitle title={keyName} atLeast={open.length} />
      <PageHeader title={keyName || say("client")}>
        {live ? (
          <Button tight disabled={sending} onClick={() => void stop()}>
            {say("stopItsCalls")}
          </Button>
        ) : null}
      </PageHeader>
      <PageBody>
        <div className="mx-auto flex w-full max-w-[46rem] flex-col gap-8 px-4 pt-6 pb-12 sm:px-6">
          <p className="text-small text-muted">
            {say.rich("nobodyCanCheckThat", {
              kind,
              says: <SaysItIs {...session} />,
              link: (held) => (
                <Link href="/settings/clients" prefetch={false} className="underline underline-offset-4 hover:text-ink">
                  {held}
                </Link>
              ),
            })}
          </p>
          <ProblemLine problem={problem} />
          {hasMore ? (
            <p className="text-small text-muted">
              {say.rich("theseAreTheLatest", {
                calls: calls.length,
                link: (held) => (
                  <Link
                    href={`/audit?chat=${encodeURIComponent(id)}`}
                    prefetch={false}
                    className="underline underline-offset-4 hover:text-ink"
                  >
                    {held}
                  </Link>
                ),
              })}
            </p>
          ) : null}
          <ul aria-label={say("calls")} className="flex flex-col gap-8">
            {calls.map((call) => (
              <SessionCall
                key={call.toolCallId}
                call={call}
                at={times[call.toolCallId] ?? 0}
                open={open.map(({ approvalId }) => approvalId)}
                onDecide={async (approvalId, input) => {
                  const result = await httpChatServer.decide(approvalId, input);
                  await refresh();
                  return result;
                }}
                onExtend={async (approvalId) => {
                  const result = await httpChatServer.extend(approvalId);
                  await refresh();
                  return result;
                }}
              />
            ))}
          </ul>
          <div ref={end} />
        </div>
      </PageBody>
    </div>
  );
}
