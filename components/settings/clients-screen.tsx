"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, type ComponentProps } from "react";
import type { ListedClient } from "#lib/chat/client-session.ts";
import { onAppEvent } from "#components/browser/on-app-event.ts";
import { ClientRow } from "#components/clients/client-row.tsx";
import { PageTitle } from "#components/inbox/inbox-count.tsx";
import { SectionHead } from "#components/ui/section-head.tsx";
import { AgentHooks } from "./agent-hooks.tsx";
import { ClientOffer, type Offer } from "./client-offer.tsx";
import { HowToConnect } from "./how-to-connect.tsx";
import { SignedInClients } from "./signed-in-clients.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { settingsWords } from "#components/settings/words.en.ts";

type Props = {
  clients: ListedClient[];
  offer: Offer & { mayManage: boolean };
  signedIn: ComponentProps<typeof SignedInClients>;
  origin: string;
};

const restMs = 400;

/** The clients that use tools through this instance, with their latest calls, and how to connect one. */
export function ClientsScreen({ clients, offer, signedIn, origin }: Props) {
  const say = useSay(settingsWords);
  const router = useRouter();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stopHearing = onAppEvent(({ type }) => {
      if (!["chat", "chats", "servers", "resync"].includes(type)) return;
      // Many events in a row lead to one reading.
      timer ??= setTimeout(() => {
        timer = undefined;
        router.refresh();
      }, restMs);
    });
    return () => {
      stopHearing();
      clearTimeout(timer);
    };
  }, [router]);
  return (
    <section aria-labelledby="clients" className="flex flex-col gap-6">
      <PageTitle title={say("clients")} />
      <SectionHead id="clients" title={say("clients")} action={null}>
        {say.rich("claudeCodeCursorAndOther", {
          link: (held) => (
            <Link href="/settings/keys" prefetch={false} className="underline">
              {held}
            </Link>
          ),
        })}
      </SectionHead>
      {clients.length === 0 ? (
        <p className="text-muted">{say("noClientHasCalledA")}</p>
      ) : (
        <ul aria-label={say("clients")} className="flex flex-col border-t border-line">
          {clients.map((client) => (
            <ClientRow key={client.sessionId} client={client} />
          ))}
        </ul>
      )}
      <SignedInClients {...signedIn} />
      <ClientOffer offer={offer} mayManage={offer.mayManage} />
      <HowToConnect address={`${origin}/api/mcp`} />
      <AgentHooks origin={origin} />
    </section>
  );
}
