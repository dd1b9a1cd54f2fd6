import type { Client } from "@modelcontextprotocol/client";
import { keepListening } from "./keep-listening.ts";

/** Lists that a server may announce changes of. */
export const announcedLists = ["tools", "resources", "prompts"] as const;
export type AnnouncedList = (typeof announcedLists)[number];

type Events = {
  /** Announcements of this list may have been missed. */
  missed: (list: AnnouncedList) => void;
  /** The server may be down. */
  suspect: () => void;
  /** Since when announcements of an older server arrive; null: they do not. */
  heardSince: () => number | null;
};

/**
 * Listens to what the server announces, as long as `closing` has not aborted. The answer says since when no announced
 * change of tools can have been missed, by `performance.now()`; null: one may be.
 */
export function listen(client: Client, events: Events, closing: AbortSignal): () => number | null {
  const offers = client.getServerCapabilities();
  const announces = announcedLists.filter((list) => offers?.[list]?.listChanged === true);
  if (announces.length === 0) return () => null;
  const isModern = client.getProtocolEra() === "modern";
  let listeningSince: number | null = null;
  const opened = (isFirst: boolean) => {
    listeningSince = performance.now();
    if (!isFirst) announces.forEach(events.missed);
  };
  const failed = () => {
    listeningSince = null;
    events.suspect();
  };
  const to = Object.fromEntries(announces.map((list) => [`${list}ListChanged`, true]));
  if (isModern) void keepListening(client, to, { opened, failed }, closing);
  if (!announces.includes("tools")) return () => null;
  return () => (isModern ? listeningSince : events.heardSince());
}
