"use client";

import { useState } from "react";
import { countOn, type ChatTools } from "#lib/chat/chat-tools.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { DialogEnd } from "#components/ui/dialog-end.tsx";
import { toolsWith } from "#components/tools/tools-with.ts";
import { SearchField } from "#components/ui/text-field.tsx";
import { ScrollArea } from "#components/ui/scroll-area.tsx";
import { useChat, useChatState } from "#components/chat/live/use-live-chat.ts";
import { ServerTools } from "./server-tools.tsx";
import { withServer } from "./switch-tools.ts";
import { useSay } from "#components/browser/speech.tsx";
import { type ChatSay, chatWords } from "./words.en.ts";

/** Servers and single tools, switched on and off for this chat. */
export function ChatToolsDialog({ tools, onClose }: { tools: ChatTools; onClose: () => void }) {
  const say = useSay(chatWords);
  const chat = useChat();
  const saved = useChatState((state) => state.toolsOff);
  const [off, setOff] = useState<ReadonlySet<string>>(() => new Set(saved));
  const [words, setWords] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const shown = tools.servers.flatMap((server) => {
    const found = toolsWith(server, words);
    return found === null ? [] : [{ server, found }];
  });
  const all = (isOn: boolean) =>
    setOff(tools.servers.reduce<ReadonlySet<string>>((before, server) => withServer(before, server, isOn), off));

  const save = async () => {
    setSaving(true);
    try {
      await chat.change({ toolsOff: [...off] });
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setSaving(false);
    }
  };

  return (
    <Dialog title={say("toolsInThisChat")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        className="mt-2 flex flex-col gap-4"
      >
        <p aria-live="polite" className="text-small text-muted">
          {sentences(tools, off, say)}
        </p>
        <div className="flex items-center gap-2">
          <SearchField label={say("searchTools")} value={words} onWords={setWords} className="flex-1" />
          <Button look="quiet" tight onClick={() => all(true)}>
            {say("allOn")}
          </Button>
          <Button look="quiet" tight onClick={() => all(false)}>
            {say("allOff")}
          </Button>
        </div>
        <ScrollArea label={say("serversAndTheirTools")} className="h-[46dvh] rounded-md border border-line px-3">
          {shown.length === 0 ? (
            <p className="py-4 text-muted">{say(words === "" ? "noToolsAreThere" : "noToolHasTheseWords")}</p>
          ) : null}
          <ul className="divide-y divide-line">
            {shown.map(({ server, found }) => (
              <ServerTools
                key={server.id}
                server={server}
                shown={found}
                searched={words !== ""}
                off={off}
                onChange={setOff}
              />
            ))}
          </ul>
        </ScrollArea>
        <p className="text-small text-muted">{say("whatYouSwitchOff")}</p>
        <DialogEnd problem={problem} onClose={onClose}>
          <Button type="submit" look="primary" disabled={saving}>
            {say("save")}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}

function sentences(tools: ChatTools, off: ReadonlySet<string>, say: ChatSay): string {
  const on = countOn(tools, off);
  const { most, finds, servers } = tools;
  if (most === null || on <= most) return say("theModelSees", { on });
  if (!finds) return say("tooManyAndNoneFound", { on, most });
  const found = countOn({ servers: servers.map((s) => ({ ...s, tools: s.tools.filter((tool) => tool.found) })) }, off);
  return say("tooManyButItFinds", { on, most, found });
}
