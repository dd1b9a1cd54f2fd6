import type { ReactNode } from "react";

/**
 * What scrolls below a page's header, and where cards look for what scrolls around them. Everything absolute stays in it:
 * else the window would scroll too.
 */
export function PageBody({ children }: { children: ReactNode }) {
  return (
    <div data-thread className="relative min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable_both-edges]">
      {children}
    </div>
  );
}
