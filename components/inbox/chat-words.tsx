import { useId, useState } from "react";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import type { WordsAround } from "#lib/chat/words-around.ts";
import { refusalOf, request } from "#components/browser/request.ts";
import { sayInTab, useSay } from "#components/browser/speech.tsx";
import { inboxWords } from "./words.en.ts";
import { Button } from "#components/ui/button.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { ScrollArea } from "#components/ui/scroll-area.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";

type Shown = { words: WordsAround[] } | { problem: string } | "reading" | null;

/** The words around another person's call, which that person shows to who may answer it. */
export function ChatWords({ entry: { id, askedBy } }: { entry: InboxItem }) {
  const say = useSay(inboxWords);
  const [shown, setShown] = useState<Shown>(null);
  const area = useId();
  const press = async () => {
    if (shown !== null) return setShown(null);
    setShown("reading");
    setShown(await readWords(id));
  };
  return (
    <div className="flex flex-col items-start gap-2">
      <Button tight aria-expanded={shown !== null} aria-controls={area} onClick={() => void press()}>
        {shown === null ? say("readTheChatAround") : say("hideTheChat")}
      </Button>
      <div id={area} className="w-full empty:hidden">
        {shown === null || shown === "reading" ? null : "problem" in shown ? (
          <ProblemLine problem={shown.problem} />
        ) : (
          <ScrollArea label={say("chatAroundTheCall")} className="max-h-80 rounded-md border border-line px-3">
            <ol className="divide-y divide-line">
              {shown.words.map(({ by, text, isCut }, at) => (
                // They never change their order.
                // oxlint-disable-next-line react/no-array-index-key
                <li key={at} className="flex flex-col gap-1 py-2">
                  <span className="text-fine font-semibold text-muted">
                    {by === "person" ? <VisibleText text={askedBy ?? say("you")} /> : say("assistant")}
                  </span>
                  <span className="[overflow-wrap:anywhere] whitespace-pre-wrap">
                    <VisibleText text={text} />
                    {isCut ? <span className="text-muted"> {say("andMore")}</span> : null}
                  </span>
                </li>
              ))}
            </ol>
            <p className="border-t border-line py-2 text-fine text-muted">{say("wordsAlone")}</p>
          </ScrollArea>
        )}
      </div>
    </div>
  );
}

async function readWords(approvalId: string): Promise<{ words: WordsAround[] } | { problem: string }> {
  const response = await request("GET", `/api/approvals/${encodeURIComponent(approvalId)}/words`).catch(() => null);
  if (response === null) return { problem: sayInTab(inboxWords)("serverNotReached") };
  if (!response.ok) return { problem: await refusalOf(response) };
  // Our own server answers 200 with exactly this.
  return (await response.json()) as { words: WordsAround[] };
}
