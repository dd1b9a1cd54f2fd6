"use client";

import { useEffect, useState } from "react";
import { ClockTime } from "#components/ui/clock-time.tsx";
import type { ExtendResult } from "./card-props.ts";
import { lineButton } from "./line-button.ts";
import { Button } from "#components/ui/button.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

const countdownMs = 60_000;

type Props = {
  expiresAt: number;
  /** What happens when nobody answers, as a sentence; empty where that is said elsewhere. */
  unanswered: string;
  /** Null for readers who cannot give more time. */
  more: { left: number; onExtend: () => Promise<ExtendResult> } | null;
  /** A part of a line of others, not a line of its own. */
  short?: boolean;
};

/**
 * When the question ends by itself, and how to get more time (WCAG 2.2.1: time limits can be extended). That press
 * needs no guard.
 */
export function ExpiryLine({ expiresAt, unanswered, more, short = false }: Props) {
  const say = useSay(cardWords);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);

  const extend = async () => {
    if (busy || more === null) return;
    setBusy(true);
    setMessage(null);
    try {
      const result = await more.onExtend();
      setMessage(result.ok ? say("moreTimeWasAdded") : result.message);
    } catch (error) {
      console.error("More time could not be asked for", error);
      setMessage(say("noMoreTimeWasAdded"));
    } finally {
      setBusy(false);
    }
  };

  const time = <TimeLeft key={expiresAt} expiresAt={expiresAt} unanswered={unanswered} />;
  const said = (
    <p role="status" className="basis-full empty:hidden">
      {message}
    </p>
  );
  if (short) {
    return (
      <>
        <p className="text-muted">{time}</p>
        {more === null || more.left === 0 ? null : (
          <button type="button" className={lineButton} aria-disabled={busy} onClick={() => void extend()}>
            {say("moreTime")}
          </button>
        )}
        {said}
      </>
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-small text-muted max-sm:pt-2">
      <p>{time}</p>
      {more === null ? null : more.left > 0 ? (
        <Button
          look="quiet"
          className="-mx-4 text-small underline decoration-line-strong underline-offset-4 aria-disabled:opacity-55"
          aria-disabled={busy}
          onClick={() => void extend()}
        >
          {say("moreTime")}
        </Button>
      ) : (
        <p>{say("noMoreTimeCanBe")}</p>
      )}
      {said}
    </div>
  );
}

function TimeLeft({ expiresAt, unanswered }: { expiresAt: number; unanswered: string }) {
  const say = useSay(cardWords);
  const seconds = useSecondsLeft(expiresAt);
  const after = unanswered === "" ? "" : `. ${unanswered}`;
  if (seconds === null)
    return (
      <>
        {say.rich(unanswered === "" ? "expires" : "expiresAt", { time: <ClockTime at={expiresAt} /> })}
        {after}
      </>
    );
  if (seconds <= 0) return <>{`${say("timeIsUp")}${after}`}</>;
  return (
    <span className="text-amber">
      {say.rich("expiresIn", {
        seconds: (
          <span role="timer" className="font-semibold tabular-nums">
            {say("seconds", { seconds })}
          </span>
        ),
      })}
      {after}
    </span>
  );
}

/** Whole seconds in the last minute, else null: a clock that always ticks would put people under pressure. */
function useSecondsLeft(expiresAt: number): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const leftMs = expiresAt - Date.now();
      setLeft(leftMs > countdownMs ? null : Math.max(0, Math.ceil(leftMs / 1000)));
      // Longer timers than this overflow in browsers.
      const longest = 2_000_000_000;
      if (leftMs > countdownMs) timer = setTimeout(tick, Math.min(leftMs - countdownMs, longest));
      else if (leftMs > 0) timer = setTimeout(tick, leftMs % 1000 || 1000);
    };
    tick();
    return () => clearTimeout(timer);
  }, [expiresAt]);
  return left;
}
