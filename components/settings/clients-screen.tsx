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

type Props = {
  clients: ListedClient[];
  offer: Offer & { mayManage: boolean };
  signedIn: ComponentProps<typeof SignedInClients>;
  origin: string;
};

const restMs = 400;

/** The clients that use tools through this instance, with their latest calls, and how to connect one. */
export function ClientsScreen({ clients, offer, signedIn, origin }: Props) {
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
      <PageTitle title="Clients" />
      <SectionHead id="clients" title="Clients" action={null}>
        Claude Code, Cursor and other MCP clients that use your tools through Countersign. Each comes in by an{" "}
        <Link href="/settings/keys" prefetch={false} className="underline">
          API key
        </Link>
        , which also says how far an Approve inside the client counts; revoke the key to shut its client out. What would
        ask you still asks you, here or there.
      </SectionHead>
      {clients.length === 0 ? (
        <p className="text-muted">No client has called a tool yet.</p>
      ) : (
        <ul aria-label="Clients" className="flex flex-col border-t border-line">
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
