"use client";

import { NoteField } from "#components/cards/parts/note-field.tsx";
import { ScrollBox } from "#components/cards/press/scroll-box.tsx";
import type { Card } from "#components/cards/parts/use-card.ts";
import { TextWarning, VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

/** A server's words: plain text in a box of its own, no links, nothing invisible (CARD §6). */
export function ServerMessage({ message, tool }: { message: string; tool: string }) {
  const say = useSay(cardWords);
  return (
    <figure>
      <figcaption className="text-fine text-muted">
        {say.rich("itSaysWhileRunningTool", {
          tool: (
            <code className="font-mono">
              <VisibleText text={tool} />
            </code>
          ),
        })}
      </figcaption>
      <blockquote className="mt-1 border-s-2 border-line-strong ps-3">
        <ScrollBox label={say("message")} expanded={false}>
          <p dir="auto" className="text-base whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:isolate]">
            <VisibleText text={message} />
          </p>
        </ScrollBox>
      </blockquote>
      <TextWarning text={message} />
    </figure>
  );
}

export function QuestionNote({ card }: { card: Card }) {
  const say = useSay(cardWords);
  return <NoteField card={card} reader={say("keptWithYourAnswerIn")} />;
}
