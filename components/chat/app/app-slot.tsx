"use client";

import { lazy, Suspense, useMemo } from "react";
import Link from "next/link";
import { isJsonObject } from "#lib/untrusted/json.ts";
import { useSay } from "#components/browser/speech.tsx";
import { useChatState } from "#components/chat/live/use-live-chat.ts";
import type { Call } from "#components/chat/message/segments.ts";
import { useToolServers } from "#components/tools/tool-servers.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { appWords } from "./words.en.ts";

const AppPanel = lazy(async () => ({ default: (await import("./app-panel.tsx")).AppPanel }));

/** The place of an app under a result; empty for most calls. */
export function AppSlot({ call }: { call: Call }) {
  const say = useSay(appWords);
  const { servers } = useToolServers();
  const chatId = useChatState((state) => state.chatId);
  const { toolCallId, part } = call;
  const of = useMemo(() => ({ chatId, toolCallId }), [chatId, toolCallId]);
  if (part?.state !== "output-available" || !isJsonObject(part.toolMetadata)) return null;
  const { serverId, toolName } = part.toolMetadata;
  const server = servers.find(({ id }) => id === serverId);
  const app = server?.tools.find(({ name }) => name === toolName)?.app;
  if (server === undefined || app === undefined) return null;
  if (app === "waits")
    return (
      <p className="px-1 text-small text-muted">
        {say.rich("nobodyHasAcceptedIt", { server: <VisibleText text={server.title} /> })}{" "}
        <Link href={`/tools#server-${server.id}`} prefetch={false} className="underline underline-offset-4">
          {say("lookAtIt")}
        </Link>
      </p>
    );
  return (
    <Suspense>
      <AppPanel of={of} server={server.title} />
    </Suspense>
  );
}
