"use client";

import { useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useFresh } from "#components/browser/use-fresh.ts";
import { useChatState } from "#components/chat/live/use-live-chat.ts";
import { resourcesOf } from "#components/chat/live/chat-state.ts";
import { NoticeLine } from "#components/chat/message/notice-line.tsx";
import { mostFollowed, type AttachedResource } from "#lib/chat/attached-resource.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { changesOf, readResource } from "./read-sources.ts";
import { attach, useAttached } from "./use-attached.ts";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "#components/chat/words.en.ts";

const mostShown = 3;
const keyOf = ({ serverId, uri }: { serverId: string; uri: string }) => JSON.stringify([serverId, uri]);

/** Says which resources of a chat changed after they were read; a press reads one anew, for the next message. */
export function ChangedResources({ draft }: { draft: string }) {
  const say = useSay(chatWords);
  const messages = useChatState((state) => state.messages);
  const attached = useAttached(draft);
  const latest = latestOf([...messages.flatMap(resourcesOf), ...attached]);
  const key = latest.map(keyOf).join(" ");
  const [changes, refresh] = useFresh({
    initial: [] as Awaited<ReturnType<typeof changesOf>>,
    read: () => (latest.length === 0 ? Promise.resolve([]) : changesOf(latest)),
    concerns: ({ type }) => latest.length > 0 && (type === "sources" || type === "resync"),
  });
  useEffect(() => {
    if (key !== "") void refresh();
  }, [key, refresh]);
  const [problem, setProblem] = useState<{ key: string; words: string } | null>(null);
  const [reading, setReading] = useState<string | null>(null);
  const changedAt = new Map(changes.map((each) => [keyOf(each), each.at]));
  const changed = latest.filter((each) => (changedAt.get(keyOf(each)) ?? 0) > (each.readAt ?? Infinity));
  const readAnew = async (resource: AttachedResource) => {
    const said = keyOf(resource);
    setReading(said);
    setProblem(null);
    try {
      const full = attach(draft, [{ ...(await readResource(resource)), name: resource.name }]);
      if (full !== null) setProblem({ key: said, words: full });
    } catch (error) {
      setProblem({ key: said, words: error instanceof Error ? error.message : String(error) });
      void refresh();
    }
    setReading(null);
  };
  if (changed.length === 0) return null;
  return (
    <div className="mb-2 flex flex-col gap-2 text-small">
      {changed.slice(0, mostShown).map((resource) => (
        <NoticeLine
          key={keyOf(resource)}
          tone="amber"
          text={
            problem?.key === keyOf(resource)
              ? problem.words
              : say("changedAfterRead", { name: visibleText(resource.name), server: visibleText(resource.server) })
          }
        >
          <Button tight disabled={reading !== null} onClick={() => void readAnew(resource)}>
            {say("readItAgain")}
          </Button>
        </NoticeLine>
      ))}
      {changed.length > mostShown ? (
        <p className="text-fine text-muted">{say("moreResourcesChanged", { count: changed.length - mostShown })}</p>
      ) : null}
    </div>
  );
}

/** Each resource as it was read last; the latest of them, as many as are followed. */
function latestOf(all: readonly AttachedResource[]): AttachedResource[] {
  const last = new Map<string, AttachedResource>();
  for (const resource of all) {
    if (resource.readAt === undefined) continue;
    last.delete(keyOf(resource));
    last.set(keyOf(resource), resource);
  }
  return [...last.values()].slice(-mostFollowed);
}
