"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { mustBeSeen } from "./use-seen.ts";
import { useSay } from "#components/browser/speech.tsx";
import { type CardSay, cardWords } from "#components/cards/words.en.ts";

type Props = {
  /** What the text is, for a screen reader. */
  label: string;
  /** Full height: nothing scrolls inside. */
  expanded: boolean;
  children: ReactNode;
};

/** Long text scrolls inside the card and is never cut; how many lines are out of sight is said (THREATS C1). */
export function ScrollBox({ label, expanded, children }: Props) {
  const say = useSay(cardWords);
  const box = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState({ above: 0, below: 0 });
  const [opened, setOpened] = useState(false);
  const full = expanded || opened;

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const count = () => setHidden((before) => keepEqual(before, hiddenLines(element)));
    const observer = new ResizeObserver(count);
    observer.observe(element);
    element.addEventListener("scroll", count, { passive: true });
    count();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", count);
    };
  }, [full, children]);

  const scrolls = !full && hidden.above + hidden.below > 0;
  return (
    <div>
      <div
        ref={box}
        {...mustBeSeen}
        {...(scrolls ? { tabIndex: 0, role: "group", "aria-label": say("scrollingTextLabel", { label }) } : {})}
        className={full ? "" : "max-h-60 overflow-y-auto overscroll-contain"}
      >
        {children}
      </div>
      {scrolls ? (
        <p className="mt-1 flex flex-wrap items-center justify-between gap-x-4 border-t border-dashed border-line-strong text-fine text-muted">
          <span className="tabular-nums">{describe(hidden, say)}</span>
          <button
            type="button"
            onClick={() => setOpened(true)}
            className="min-h-11 font-semibold text-accent underline underline-offset-4"
          >
            {say("showInFull")}
          </button>
        </p>
      ) : null}
    </div>
  );
}

type Hidden = { above: number; below: number };

function hiddenLines(element: HTMLElement): Hidden {
  const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight) || 20;
  const { scrollTop, scrollHeight, clientHeight } = element;
  return {
    above: Math.round(scrollTop / lineHeight),
    below: Math.round((scrollHeight - clientHeight - scrollTop) / lineHeight),
  };
}

function keepEqual(before: Hidden, after: Hidden): Hidden {
  return before.above === after.above && before.below === after.below ? before : after;
}

function describe({ above, below }: Hidden, say: CardSay): string {
  if (above === 0) return say("moreBelow", { below });
  return below === 0 ? say("moreAbove", { above }) : say("moreAboveAndBelow", { above, below });
}
