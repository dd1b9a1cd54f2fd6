import type { Risk } from "#lib/verdict/risk.ts";
import type { InboxItem } from "./inbox-item.ts";

/** The filter of the inbox. */
export type InboxFilter = {
  serverId?: string | undefined;
  toolName?: string | undefined;
  chatId?: string | undefined;
  kind?: InboxItem["kind"] | undefined;
  /** At least this risk. */
  risk?: Risk | undefined;
  whose?: "mine" | "others" | undefined;
};

/** How many cards wait for a person, and when the first of them expires, in Unix ms. */
export type WaitingCount = { count: number; expiresAt: number | null };

/** A page of the inbox; `next` asks for the one after it, null at the end. */
export type InboxPage = { entries: InboxItem[]; next: string | null };

/** The present state of cards that were asked for; `left` are those of them that did not fit, to ask for again. */
export type InboxEntries = { entries: InboxItem[]; left: string[] };

/** The values to filter by at present, with how many cards wait for each. */
export type InboxChoices = {
  tools: { serverId: string; toolName: string; waiting: number }[];
  chats: { id: string; title: string; waiting: number }[];
};
