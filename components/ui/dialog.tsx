"use client";

import { useEffect, useId, useRef, type ReactNode } from "react";

/**
 * A modal sheet on the browser's own dialog: focus stays inside; Escape and a press beside it close it, unless it
 * `stays` until one of its own buttons is pressed. Mount it to open it.
 */
export function Dialog({
  title,
  className = "",
  stays = false,
  onClose,
  children,
}: {
  title: string;
  className?: string;
  stays?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    if (element !== null && !element.open) element.showModal();
    return () => {
      // The browser gives the focus back only to whoever opened a dialog that is closed, not one that is taken away.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      // React passes on what closes a dialog within this one.
      onClose={({ target, currentTarget }) => target === currentTarget && onClose()}
      closedby={stays ? "none" : "any"}
      className={`m-auto w-[min(34rem,calc(100vw-2rem))] rounded-lg border border-line bg-sheet p-0 text-ink shadow-drawer backdrop:bg-scrim ${className}`}
    >
      <div className="p-6">
        <h2 id={titleId} className="font-serif text-title text-balance">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
