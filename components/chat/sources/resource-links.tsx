"use client";

import { FileText } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { useChatState } from "#components/chat/live/use-live-chat.ts";
import type { AttachedResource } from "#lib/chat/attached-resource.ts";
import { isJsonObject, type JsonObject } from "#lib/untrusted/json.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { attach } from "./use-attached.ts";
import { readResource } from "./read-sources.ts";
import { ResourceDialog } from "./resource-dialog.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "#components/chat/words.en.ts";

type Link = { uri: string; name: string };
const mostLinks = 20;

/** The resources that a result links to. */
export function linksIn(content: readonly JsonObject[]): Link[] {
  return content.filter(isJsonObject).flatMap(({ type, uri, title, name }): Link[] => {
    if (type !== "resource_link" || typeof uri !== "string" || uri === "" || uri.length > 4_000) return [];
    const said = [title, name].find((each) => typeof each === "string" && each !== "");
    return [{ uri, name: typeof said === "string" ? said.slice(0, 200) : uri.slice(0, 200) }];
  });
}

type Props = { links: readonly Link[]; serverId: string };

/** Links to resources: each is read through the server whose result it is, when a person presses it, and never else. */
export function ResourceLinks({ links, serverId }: Props) {
  const say = useSay(chatWords);
  const draft = useChatState(({ exists, chatId }) => (exists ? chatId : "new"));
  const [open, setOpen] = useState<AttachedResource | null>(null);
  const [reading, setReading] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const read = async (at: number, { uri, name }: Link) => {
    setReading(at);
    setProblem(null);
    try {
      setOpen({ ...(await readResource({ serverId, uri })), name });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setReading(null);
  };
  const more = links.length - mostLinks;
  return (
    <div className="flex flex-col gap-2 border-t border-line p-3">
      <ul aria-label={say("linkedResources")} className="flex flex-wrap gap-2">
        {links.slice(0, mostLinks).map((link, at) => (
          // The links of one result never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} className="max-w-full min-w-0">
            <Button tight disabled={reading !== null} onClick={() => void read(at, link)}>
              <FileText aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
              <span className="truncate">
                {say(reading === at ? "readingName" : "readName", { name: visibleText(link.name) })}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="text-fine text-muted">{say("moreLinks", { more })}</p> : null}
      <ProblemLine problem={problem} />
      {open === null ? null : (
        <ResourceDialog resource={open} onClose={() => setOpen(null)}>
          <Button
            look="primary"
            onClick={() => {
              setProblem(attach(draft, [open]));
              setOpen(null);
            }}
          >
            {say("putIntoYourMessage")}
          </Button>
        </ResourceDialog>
      )}
    </div>
  );
}
