"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { AppWindow } from "lucide-react";
import type { AppView } from "#lib/apps/app-view.ts";
import { useSay } from "#components/browser/speech.tsx";
import { useFresh } from "#components/browser/use-fresh.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { AppCalls } from "./app-calls.tsx";
import { AppFrame } from "./app-frame.tsx";
import { readApp, type OnCall } from "./app-server.ts";
import { AppWish } from "./app-wish.tsx";
import type { Wish } from "./frame-bridge.ts";
import { appWords } from "./words.en.ts";

type Props = { of: OnCall; server: string };
type Asked = { wish: Wish; answer: (agreed: boolean) => void };

/** Wishes that a person refused one after the other: whoever asks on does not take no for an answer. */
const mostRefused = 3;

/** An app of a server under a result: whose it is, its frame, what it wants, and what it calls. */
export function AppPanel({ of, server }: Props) {
  const say = useSay(appWords);
  const { chatId, toolCallId } = of;
  const [view, refresh] = useFresh<AppView | { problem: string } | null>({
    initial: null,
    read: () => readApp({ chatId, toolCallId }),
    concerns: (signal) =>
      signal.type === "servers" || signal.type === "resync" || (signal.type === "chat" && signal.chatId === chatId),
    restMs: 50,
  });
  useEffect(() => void refresh(), [refresh]);
  const [asked, setAsked] = useState<Asked | null>(null);
  const isAsked = useRef(false);
  const refused = useRef(0);
  const onWish = useCallback(async (wish: Wish) => {
    if (isAsked.current) throw new Error("The person is asked something already.");
    if (refused.current >= mostRefused) throw new Error("The person is asked nothing more here.");
    isAsked.current = true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setAsked({ wish, answer: resolve });
    const agreed = await promise;
    isAsked.current = false;
    setAsked(null);
    refused.current = agreed ? 0 : refused.current + 1;
    if (!agreed) throw new Error("The person did not agree.");
  }, []);
  if (view === null) return null;
  if ("problem" in view) return <p className="px-1 text-small text-muted">{view.problem}</p>;
  return (
    <section data-app aria-label={say("appOf", { server })} className="flex flex-col gap-2">
      <div className="relative isolate overflow-clip rounded-md border border-dashed border-line-strong bg-sheet/60 text-small [contain:paint]">
        <p className="flex items-center gap-x-2 px-3 py-2 text-fine text-muted">
          <AppWindow aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
          <span>{say.rich("whatStandsInThisFrame", { server: <VisibleText text={server} /> })}</span>
        </p>
        <div className="px-1 pb-1">
          <AppFrame
            key={view.fingerprint}
            of={of}
            fingerprint={view.fingerprint}
            title={say("appOf", { server })}
            onWish={onWish}
          />
        </div>
        {asked === null ? null : <AppWish wish={asked.wish} server={server} onAnswer={asked.answer} />}
      </div>
      <AppCalls calls={view.calls} onAnswered={refresh} />
    </section>
  );
}
