"use client";

import { type ComponentProps, useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";
import { usePressGuard } from "./use-press-guard.ts";

type Props = Omit<ComponentProps<typeof Button>, "onClick" | "ref"> & {
  onClick: () => void;
  /** There may be hundreds like it: each is watched only while it is on the screen. */
  isOfMany?: boolean;
};

/** A button outside of cards that accepts or loosens something: a press that comes too soon counts for nothing there, too. */
export function GuardedButton({ onClick, isOfMany = false, className = "", ...rest }: Props) {
  const { setRow, ready, guard } = usePressGuard();
  const [button, setButton] = useState<HTMLElement | null>(null);
  const say = useSay(cardWords);
  const [notice, setNotice] = useState("");
  useEffect(() => {
    if (button === null) return;
    const seen = new IntersectionObserver((entries) => setRow(entries.at(-1)?.isIntersecting ? button : null));
    seen.observe(button);
    return () => seen.disconnect();
  }, [button, setRow]);
  const press = () => {
    setNotice("");
    onClick();
  };
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      <span role="status" className="text-small text-muted empty:hidden">
        {notice}
      </span>
      <Button
        {...rest}
        ref={isOfMany ? setButton : setRow}
        className={`aria-disabled:cursor-not-allowed aria-disabled:opacity-55 ${className}`}
        aria-disabled={!ready}
        {...guard({ press, refuse: () => setNotice(say("tooSoon")), ignoresEnter: false })}
      />
    </span>
  );
}
