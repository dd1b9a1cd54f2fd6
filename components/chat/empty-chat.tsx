"use client";

import { ArrowRight } from "lucide-react";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { ReviewLinks } from "#components/tools/review-links.tsx";
import { Rosette } from "#components/ui/rosette.tsx";
import { useChat } from "#components/chat/live/use-live-chat.ts";
import { useSay } from "#components/browser/speech.tsx";
import { threadLook } from "./thread-look.ts";
import { ThreadTail } from "./thread-tail.tsx";
import { chatWords } from "./words.en.ts";

/** What the example server can do. The demo model knows them in English alone. */
const requests = [
  { text: "create newfile.md and then delete it", note: "theFileAppearsQuietly" },
  { text: "list the files", note: "onlyReads" },
  { text: "refund order 1234", note: "movesMoney" },
  { text: "book a table for four tomorrow", note: "asksForWhatIsMissing" },
] as const;

/** What a chat without messages offers. */
export type StartOfChat = {
  /** Whether to show requests that the demonstration and the example server know. */
  examples: boolean;
  /** Titles of the first tools of each server, and how many more it has. */
  abilities: { server: string; tools: string[]; more: number }[];
};

/** What stands in the place of the messages before there are any. */
export function EmptyChat({ start }: { start: StartOfChat }) {
  const say = useSay(chatWords);
  return (
    <div className={threadLook.place}>
      <div {...reachable} aria-label={say("conversation")} className={threadLook.viewport}>
        <div className={threadLook.column}>
          <Start {...start} />
          <ThreadTail />
        </div>
      </div>
    </div>
  );
}

/** It can be scrolled by keyboard. */
const reachable = { role: "region", tabIndex: 0 } as const;

/** How a chat begins: with requests to try, or with what the connected servers can do. */
function Start({ examples, abilities }: StartOfChat) {
  const say = useSay(chatWords);
  const chat = useChat();
  return (
    <div className="relative my-auto flex flex-col gap-6 sm:gap-8 sm:py-6">
      <div className="flex flex-col gap-3">
        <Rosette weave="fine" className="size-12 text-accent sm:size-16" />
        <h2 className="font-serif text-display text-balance">{say("nothingConsequential")}</h2>
        <p className="max-w-[34rem] text-base text-muted sm:text-large">{say("askForSomething")}</p>
      </div>
      <ReviewLinks />
      {examples ? (
        <section aria-label={say("requestsToTry")}>
          <ul className="border-t border-line">
            {requests.map(({ text, note }) => (
              <li key={text} className="border-b border-line">
                <button
                  type="button"
                  onClick={() => void chat.send(text)}
                  className="group flex w-full items-center gap-4 px-1 py-3 text-start transition-colors duration-150 hover:bg-sheet"
                >
                  <span className="min-w-0 flex-1">
                    <span lang="en" className="block font-medium">
                      {text}
                    </span>
                    <span className="block text-small text-muted">{say(note)}</span>
                  </span>
                  <ArrowRight
                    aria-hidden="true"
                    strokeWidth={1.75}
                    className="size-4 shrink-0 text-muted transition-transform duration-150 group-hover:translate-x-1 group-hover:text-ink"
                  />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {abilities.length === 0 ? null : (
        <section aria-labelledby="abilities" className="flex flex-col gap-2">
          <h3 id="abilities" className="font-medium">
            {say("whatYourServersCanDo")}
          </h3>
          <ul className="border-t border-line">
            {abilities.map(({ server, tools, more }) => (
              <li key={server} className="border-b border-line px-1 py-3">
                <span className="block font-medium">
                  <VisibleText text={server} />
                </span>
                <span className="block text-small break-words text-muted">
                  <VisibleText text={tools.join(", ")} />
                  {more === 0 ? "" : ` ${say("andMore", { more })}`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
