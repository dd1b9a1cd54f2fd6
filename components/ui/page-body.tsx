import type { ReactNode } from "react";

/**
 * The scrolling part below a page's header; cards look here for what scrolls around them. It contains everything with
 * an absolute position: else the window would scroll too.
 */
export function PageBody({ children }: { children: ReactNode }) {
  return (
    <div data-thread className="relative min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable_both-edges]">
      {children}
    </div>
  );
}
