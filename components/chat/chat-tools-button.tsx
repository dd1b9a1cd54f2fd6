"use client";

import { Search, Wrench } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { countOn, toolsSeen, type ChatTools } from "#lib/chat/chat-tools.ts";
import { readJson, useFresh } from "#components/browser/use-fresh.ts";
import { Button } from "#components/ui/button.tsx";
import { useChatState } from "#components/chat/live/use-live-chat.ts";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "./words.en.ts";

const ChatToolsDialog = lazy(async () => ({ default: (await import("./chat-tools-dialog.tsx")).ChatToolsDialog }));

/** How many tools the model of this chat has; pressed, which. */
export function ChatToolsButton() {
  const say = useSay(chatWords);
  const exists = useChatState((state) => state.exists);
  const chatId = useChatState((state) => state.chatId);
  const model = useChatState((state) => state.model);
  const off = useChatState((state) => state.toolsOff);
  const [open, setOpen] = useState(false);
  const [tools, refresh] = useFresh<ChatTools | null>({
    initial: null,
    read: () => readJson<ChatTools>(`/api/chat/${exists ? encodeURIComponent(chatId) : "new"}/tools`),
    concerns: ({ type }) => type === "servers" || type === "policy" || type === "resync",
    key: `${exists} ${model ?? ""}`,
  });
  useEffect(() => void refresh(), [refresh]);
  if (tools === null) return null;
  const on = countOn(tools, new Set(off));
  const words = say(toolsSeen(tools, on), { count: on });
  const Icon = tools.most !== null && on > tools.most ? Search : Wrench;
  return (
    <>
      <Button
        tight
        look="quiet"
        aria-label={say("chooseTools", { words })}
        title={say("toolsInThisChat")}
        aria-haspopup="dialog"
        className="shrink-0 tabular-nums"
        onClick={() => {
          // What was found since stands in it too.
          void refresh();
          setOpen(true);
        }}
      >
        <Icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
        <span className="max-sm:hidden">{words}</span>
        <span className="sm:hidden">{on}</span>
      </Button>
      <Suspense>{open ? <ChatToolsDialog tools={tools} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
}
