"use client";

import { useAuiState } from "@assistant-ui/react";
import type { ReactNode } from "react";

/**
 * Around one message. assistant-ui's own keeps in its store which message the mouse is over, and so computes the whole
 * chat anew with every message that is scrolled past; here the style sheet alone knows it.
 */
export function MessageRoot({ className, children }: { className: string; children: ReactNode }) {
  const messageId = useAuiState((state) => state.message.id);
  return (
    <div className={className} data-message-id={messageId}>
      {children}
    </div>
  );
}
