"use client";

import { createContext, useContext, type ReactNode } from "react";
import type { ServerSummary } from "#lib/chat/chat-summary.ts";
import { readJson, useFresh } from "#components/browser/use-fresh.ts";

type Known = {
  servers: readonly ServerSummary[];
  /** Whether this person reviews tools. */
  reviews: boolean;
};

const ToolServersContext = createContext<Known>({ servers: [], reviews: false });

/** Keeps, for everything below it, how the tool servers are. */
export function ToolServers({
  initial,
  reviews,
  children,
}: {
  initial: ServerSummary[];
  reviews: boolean;
  children: ReactNode;
}) {
  const [servers] = useFresh({
    initial,
    read: () => readJson<ServerSummary[]>("/api/servers"),
    concerns: (signal) => signal.type === "servers" || signal.type === "resync",
  });
  return <ToolServersContext value={{ servers, reviews }}>{children}</ToolServersContext>;
}

export function useToolServers(): Known {
  return useContext(ToolServersContext);
}
