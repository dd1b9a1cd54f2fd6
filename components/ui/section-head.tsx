import type { ReactNode } from "react";

type Props = { id: string; title: string; action?: ReactNode; children?: ReactNode };

/** The head of a section: its title, what it is about, and beside that what can be added. */
export function SectionHead({ id, title, action, children }: Props) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-4">
      <div className="flex max-w-[38rem] flex-col gap-1">
        <h2 id={id} className="font-serif text-title">
          {title}
        </h2>
        {children === undefined ? null : <p className="text-muted">{children}</p>}
      </div>
      {action}
    </div>
  );
}
