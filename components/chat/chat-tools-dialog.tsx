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

/** Servers and single tools, switched on and off for this chat. */
export function ChatToolsDialog({ tools, onClose }: { tools: ChatTools; onClose: () => void }) {
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
    <Dialog title="Tools in this chat" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        className="mt-2 flex flex-col gap-4"
      >
        <p aria-live="polite" className="text-small text-muted">
          {sentences(tools, off)}
        </p>
        <div className="flex items-center gap-2">
          <SearchField label="Search tools" value={words} onWords={setWords} className="flex-1" />
          <Button look="quiet" tight onClick={() => all(true)}>
            All on
          </Button>
          <Button look="quiet" tight onClick={() => all(false)}>
            All off
          </Button>
        </div>
        <ScrollArea label="Servers and their tools" className="h-[46dvh] rounded-md border border-line px-3">
          {shown.length === 0 ? (
            <p className="py-4 text-muted">{words === "" ? "No tools are there." : "No tool has these words."}</p>
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
        <p className="text-small text-muted">
          What you switch off counts at once, what you switch on from your next request on.
        </p>
        <DialogEnd problem={problem} onClose={onClose}>
          <Button type="submit" look="primary" disabled={saving}>
            Save
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}

function sentences(tools: ChatTools, off: ReadonlySet<string>): string {
  const on = countOn(tools, off);
  const { most, finds, servers } = tools;
  if (most === null || on <= most) return `The model sees ${on === 1 ? "1 tool" : `${on === 0 ? "no" : on} tools`}.`;
  const tooMany = `${on} tools are on, and this model takes ${most} at once.`;
  if (!finds) return `${tooMany} The tool that finds others is hidden from it, so it sees none: switch some off.`;
  const found = countOn({ servers: servers.map((s) => ({ ...s, tools: s.tools.filter((tool) => tool.found) })) }, off);
  const far = found === 0 ? "It has found none yet." : `It has found ${found} so far.`;
  return `${tooMany} It finds what it needs by find_tools, and sees what it found. ${far}`;
}
