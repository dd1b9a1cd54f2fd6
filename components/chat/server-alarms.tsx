"use client";

import Link from "next/link";
import { useEffect } from "react";
import { isJsonObject } from "#lib/untrusted/json.ts";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import type { ServerSummary } from "#lib/chat/chat-summary.ts";
import { readJson, useFresh } from "#components/browser/use-fresh.ts";
import { AlarmLines } from "#components/tools/servers/alarm-lines.tsx";
import { useChatState } from "#components/chat/live/use-live-chat.ts";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "./words.en.ts";

/** Says in a chat that something is wrong with a server that it has used. */
export function ServerAlarms() {
  const say = useSay(chatWords);
  // As one text, which is equal to itself.
  const used = useChatState((state) => serversIn(state.messages).join(" "));
  const [servers, refresh] = useFresh<ServerSummary[]>({
    initial: [],
    read: () => readJson<ServerSummary[]>("/api/servers"),
    concerns: ({ type }) => type === "servers" || type === "resync",
  });
  useEffect(() => {
    if (used !== "") void refresh();
  }, [used, refresh]);
  const wrong = servers.filter(({ id, alarms }) => alarms.length > 0 && used.split(" ").includes(id));
  if (wrong.length === 0) return null;
  return (
    <div className="mx-auto flex w-full max-w-[46rem] flex-col gap-2 px-4 pt-2 sm:px-6">
      {wrong.map(({ id, title, alarms }) => (
        <AlarmLines key={id} title={say("isNotAsItWas", { title })} alarms={alarms}>
          <Link href={`/tools#server-${id}`} prefetch={false} className="underline underline-offset-4">
            {say("lookAtItOnTheTools")}
          </Link>
        </AlarmLines>
      ))}
    </div>
  );
}

function serversIn(messages: readonly ChatMessage[]): string[] {
  const ids = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      if (part.type === "data-approval") return [part.data.server.id];
      const said =
        part.type === "dynamic-tool" && isJsonObject(part.toolMetadata) ? part.toolMetadata["serverId"] : null;
      return typeof said === "string" ? [said] : [];
    }),
  );
  return [...new Set(ids)].toSorted();
}
