import type { Database } from "#lib/store/engine/database.ts";
import { type Inbox, inboxIn } from "./inbox.ts";
import { type InboxPages, inboxPages } from "./inbox-pages.ts";

/** What waits for people, as programs read it and as the page of the inbox does. */
export function inboxesIn(database: Database): { inbox: Inbox; inboxPages: InboxPages } {
  return { inbox: inboxIn(database), inboxPages: inboxPages(database) };
}
