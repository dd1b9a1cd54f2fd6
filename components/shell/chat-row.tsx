"use client";

import { MoreHorizontal } from "lucide-react";
import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { useState } from "react";
import type { ChatSummary } from "#lib/chat/chat-summary.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { deleteChat, httpChatServer } from "#components/chat/live/http-chat-server.ts";
import { openedChat } from "#components/chat/live/use-live-chat.ts";
import { WaitingBadge } from "#components/inbox/waiting-badge.tsx";
import { RenameChat } from "./rename-chat.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { shellWords } from "#components/shell/words.en.ts";

/** One chat in the list, with what can be done to it. */
export function ChatRow({ chat, onChanged }: { chat: ChatSummary; onChanged: () => Promise<void> }) {
  const say = useSay(shellWords);
  const path = usePathname();
  const [mode, setMode] = useState<"link" | "actions" | "rename" | "delete">("link");
  const current = path === `/chat/${chat.id}`;
  const title = chat.title || say("untitled");

  if (mode === "rename") {
    const rename = async (written: string) => {
      // A chat that this tab has open shows its new title at once.
      await (openedChat(chat.id)?.change({ title: written }) ?? httpChatServer.change(chat.id, { title: written }));
      await onChanged();
      setMode("link");
    };
    return <RenameChat title={chat.title} onRename={rename} onCancel={() => setMode("link")} />;
  }
  return (
    <li className={`group/row rounded-md ${current ? "bg-sunk" : "hover:bg-sunk"}`}>
      <div className="flex items-center">
        <Link
          href={`/chat/${chat.id}`}
          prefetch={false}
          aria-current={current ? "page" : undefined}
          className="flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-md px-2 pointer-coarse:min-h-11"
        >
          <span className="min-w-0 flex-1 truncate">{title}</span>
          {chat.waiting > 0 ? <WaitingBadge count={chat.waiting} /> : null}
          {chat.waiting === 0 && chat.running ? <span className="text-fine text-muted">{say("working")}</span> : null}
        </Link>
        <IconButton
          icon={MoreHorizontal}
          label={say("moreForTitle", { title })}
          aria-expanded={mode === "actions"}
          onClick={() => setMode(mode === "actions" ? "link" : "actions")}
          className="opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-100"
        />
      </div>
      {mode === "actions" ? (
        <div className="flex gap-1 px-1 pb-1">
          <Button tight look="quiet" onClick={() => setMode("rename")}>
            {say("rename")}
          </Button>
          <Button tight look="quiet" className="text-red" onClick={() => setMode("delete")}>
            {say("delete")}
          </Button>
        </div>
      ) : null}
      {mode === "delete" ? (
        <ConfirmDelete
          chatId={chat.id}
          title={title}
          current={current}
          onChanged={onChanged}
          onClose={() => setMode("link")}
        />
      ) : null}
    </li>
  );
}

function ConfirmDelete({
  chatId,
  title,
  current,
  onChanged,
  onClose,
}: {
  chatId: string;
  title: string;
  current: boolean;
  onChanged: () => Promise<void>;
  onClose: () => void;
}) {
  const say = useSay(shellWords);
  const router = useRouter();
  const [problem, setProblem] = useState<string | null>(null);
  const confirm = async () => {
    setProblem(null);
    try {
      await deleteChat(chatId);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      return;
    }
    if (current) router.replace("/");
    await onChanged();
    onClose();
  };
  return (
    <Dialog title={say("deleteThisChat")} onClose={onClose}>
      <p className="mt-3">{say.rich("titleAndItsMessagesAre", { title })}</p>
      {problem === null ? null : (
        <p role="alert" className="mt-3 text-red">
          {problem}
        </p>
      )}
      <div className="mt-6 flex justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          {say("keepIt")}
        </Button>
        <Button look="danger" onClick={() => void confirm()}>
          {say("deleteChat")}
        </Button>
      </div>
    </Dialog>
  );
}
