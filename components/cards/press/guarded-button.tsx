"use client";

import { type ComponentProps, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { tooSoon, usePressGuard } from "./use-press-guard.ts";

type Props = Omit<ComponentProps<typeof Button>, "onClick" | "ref"> & { onClick: () => void };

/** A button outside of cards that accepts or loosens something: a press that comes too soon counts for nothing there, too. */
export function GuardedButton({ onClick, className = "", ...rest }: Props) {
  const { setRow, ready, guard } = usePressGuard();
  const [notice, setNotice] = useState("");
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
        ref={setRow}
        className={`aria-disabled:cursor-not-allowed aria-disabled:opacity-55 ${className}`}
        aria-disabled={!ready}
        {...guard({ press, refuse: () => setNotice(tooSoon), ignoresEnter: false })}
      />
    </span>
  );
}
