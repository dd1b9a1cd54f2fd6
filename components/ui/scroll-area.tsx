import type { ReactNode } from "react";

/** Text that may be larger than its box. It can be reached and scrolled by keyboard. */
export function ScrollArea({
  label,
  className = "",
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div {...reachable} aria-label={label} className={`overflow-auto overscroll-contain ${className}`}>
      {children}
    </div>
  );
}

const reachable = { role: "group", tabIndex: 0 } as const;
