"use client";

import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { sayInTab, useSay } from "#components/browser/speech.tsx";
import { Button } from "#components/ui/button.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { callForApp, openApp, readForApp, type OnCall } from "./app-server.ts";
import { bridgeFrame, lowest, tallest, type Wish } from "./frame-bridge.ts";
import { keepFocus } from "./keep-focus.ts";
import { keepPlace } from "./keep-place.ts";
import { hasStoppedPage, markOpen } from "./open-marks.ts";
import { appWords } from "./words.en.ts";

type Props = { of: OnCall; fingerprint: string; title: string; onWish: (wish: Wish) => Promise<void> };

/** An app changes its size at most so often. */
const restMs = 250;
/** Before it is seen, in the thread that scrolls. */
const margin = "400px";

/** An app in its frame; one that was open when the page stopped waits for a press. */
export function AppFrame(props: Props) {
  const say = useSay(appWords);
  const [isOpen, setOpen] = useState(() => !hasStoppedPage(props.fingerprint));
  if (isOpen) return <OpenFrame {...props} />;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-2 py-1">
      <p>{say("thePageStopped")}</p>
      <Button tight onClick={() => setOpen(true)}>
        {say("openItAgain")}
      </Button>
    </div>
  );
}

/**
 * The frame of an app, once it comes into view. It has an origin that no page shares, so it reaches neither this page nor
 * what the browser keeps; it draws nothing outside of its box.
 */
function OpenFrame({ of, fingerprint, title, onWish }: Props) {
  const { chatId, toolCallId } = of;
  const box = useRef<HTMLIFrameElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [height, setHeight] = useState(lowest * 2);
  const wish = useRef(onWish);
  useEffect(() => {
    wish.current = onWish;
  });

  useEffect(() => {
    const frame = box.current;
    if (frame === null) return;
    const over = new AbortController();
    const { signal } = over;
    const here = { chatId, toolCallId };
    const sizes = inSteps((wanted) => setHeight(Math.round(Math.min(tallest, Math.max(lowest, wanted)))));
    const close = (why: "closedForMessages" | "closedForTheKeyboard" | "closedForThePlace") => {
      // The frame is gone before its mark is: it has no turn in between, in which it could stop the page unmarked.
      flushSync(() => setProblem(sayInTab(appWords)(why)));
      over.abort(new Error("The app was closed."));
    };
    const begin = async () => {
      try {
        const app = await openApp(here, signal);
        if (signal.aborted) return;
        markOpen(fingerprint, signal);
        const end = bridgeFrame(frame, app, {
          call: (name, input) => callForApp(here, { fingerprint, name, arguments: input }, signal),
          read: (uri) => readForApp(here, { fingerprint, uri }, signal),
          wish: (wanted) => wish.current(wanted),
          resize: sizes.want,
          close: () => close("closedForMessages"),
        });
        signal.addEventListener("abort", end);
        signal.addEventListener(
          "abort",
          keepFocus(frame, () => close("closedForTheKeyboard")),
        );
        signal.addEventListener(
          "abort",
          keepPlace(frame, () => close("closedForThePlace")),
        );
      } catch (error) {
        if (!signal.aborted)
          setProblem(error instanceof Error ? error.message : sayInTab(appWords)("couldNotBeLoaded"));
      }
    };
    const seen = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        seen.disconnect();
        void begin();
      },
      { rootMargin: margin },
    );
    seen.observe(frame);
    return () => {
      seen.disconnect();
      sizes.stop();
      over.abort(new Error("The app was closed."));
    };
  }, [chatId, toolCallId, fingerprint]);

  if (problem !== null) return <ProblemLine problem={problem} />;
  return (
    <iframe
      ref={box}
      title={title}
      sandbox="allow-scripts"
      allow=""
      referrerPolicy="no-referrer"
      style={{ height }}
      className="block w-full rounded-sm"
    />
  );
}

/**
 * Sizes an app at the pace of a person's eye, and not at all while a card waits: nothing moves a card under a pointer, or
 * keeps it from standing still.
 */
function inSteps(set: (height: number) => void): { want: (height: number) => void; stop: () => void } {
  let wanted: number | null = null;
  const timer = setInterval(() => {
    if (wanted === null || document.querySelector('[data-card="open"]') !== null) return;
    set(wanted);
    wanted = null;
  }, restMs);
  return { want: (height) => (wanted = height), stop: () => clearInterval(timer) };
}
