"use client";

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import type { ToolIcons } from "#lib/policies/changes/tool-icons.ts";
import { request } from "#components/browser/request.ts";

/** `want` has them read where the server was not there yet. */
type Known = { icons: ToolIcons; want: (serverId: string) => void };

const Icons = createContext<Known>({ icons: {}, want: () => {} });

/** The pictures beside names: read once for each page, and again where a server turns up that was not there then. */
export function ToolIconsProvider({ children }: { children: ReactNode }) {
  const [icons, setIcons] = useState<ToolIcons>({});
  const [want] = useState(() => wanting(setIcons));
  const known = useMemo(() => ({ icons, want }), [icons, want]);
  return <Icons value={known}>{children}</Icons>;
}

export function useToolIcons(serverId: string): ToolIcons[string] | undefined {
  const { icons, want } = useContext(Icons);
  useEffect(() => want(serverId), [want, serverId]);
  return Object.hasOwn(icons, serverId) ? icons[serverId] : undefined;
}

function wanting(tell: (icons: ToolIcons) => void): Known["want"] {
  const asked = new Set<string>();
  let reading = false;
  const read = async () => {
    // Names say all that matters: without pictures nothing is missing.
    const response = await request("GET", "/api/tools/icons").catch(() => null);
    reading = false;
    // Our own server's.
    if (response?.ok === true) tell((await response.json()) as ToolIcons);
  };
  return (serverId) => {
    if (asked.has(serverId)) return;
    asked.add(serverId);
    if (reading) return;
    reading = true;
    void read();
  };
}
