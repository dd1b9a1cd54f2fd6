import type { Risk } from "#lib/verdict/risk.ts";
import type { InboxItem } from "./inbox-item.ts";

/** What a reader of the inbox wants to see alone. */
export type InboxFilter = {
  serverId?: string | undefined;
  toolName?: string | undefined;
  chatId?: string | undefined;
  kind?: InboxItem["kind"] | undefined;
  /** This risky, or more. */
  risk?: Risk | undefined;
  whose?: "mine" | "others" | undefined;
};

/** A page of the inbox; `next` asks for the one after it, null at the end. */
export type InboxPage = { entries: InboxItem[]; next: string | null };

/** What can be filtered by at present, with how many wait of each. */
export type InboxChoices = {
  tools: { serverId: string; toolName: string; waiting: number }[];
  chats: { id: string; title: string; waiting: number }[];
};
