"use client";

import { useLayoutEffect, useRef, useState } from "react";
import type { ToolProgress } from "#lib/chat/chat-message.ts";
import { readableText } from "#lib/untrusted/visible-text.ts";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "#components/chat/words.en.ts";

/**
 * What a server says of a call that runs. It never takes less room than before: a line that comes and goes would move the
 * cards beside it, and none that moves can be answered.
 */
export function ProgressLine({ progress, total, message }: ToolProgress) {
  const say = useSay(chatWords);
  const box = useRef<HTMLDivElement>(null);
  const [tallest, setTallest] = useState(0);
  useLayoutEffect(() => setTallest((before) => Math.max(before, box.current?.offsetHeight ?? 0)), [message, progress]);
  const hasBar = progress !== 0 || total !== null;
  return (
    <div ref={box} style={{ minHeight: tallest }}>
      {/* A call that waited for its turn and runs now has reported nothing yet. */}
      {hasBar || message !== null ? (
        <div className="border-t border-line px-3 py-2 text-fine text-muted">
          {hasBar ? (
            <progress
              aria-label={say("progress")}
              className="me-2 bg-line align-middle [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
              value={progress}
              {...(total === null ? {} : { max: total })}
            />
          ) : null}
          {message === null ? null : readableText(message)}
        </div>
      ) : null}
    </div>
  );
}
