import { useSyncExternalStore } from "react";
import type { ToolIcons } from "#lib/policies/changes/tool-icons.ts";
import { request } from "#components/browser/request.ts";

const none: ToolIcons = {};
const listeners = new Set<() => void>();
let known: ToolIcons = none;
/** The servers that were there to be asked for. */
const asked = new Set<string>();

/** The pictures beside names, read once for each page, and again where a server turns up that was not there then. */
export function useToolIcons(serverId: string): ToolIcons[string] | undefined {
  const icons = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      void read(serverId);
      return () => void listeners.delete(listener);
    },
    () => known,
    () => none,
  );
  return Object.hasOwn(icons, serverId) ? icons[serverId] : undefined;
}

let reading: Promise<void> | null = null;

async function read(serverId: string): Promise<void> {
  if (asked.has(serverId)) return;
  asked.add(serverId);
  reading ??= readAll().finally(() => (reading = null));
  await reading;
}

async function readAll(): Promise<void> {
  // Names say all that matters: without pictures nothing is missing.
  const response = await request("GET", "/api/tools/icons").catch(() => null);
  if (response?.ok !== true) return;
  // Our own server's.
  known = (await response.json()) as ToolIcons;
  listeners.forEach((listener) => listener());
}
