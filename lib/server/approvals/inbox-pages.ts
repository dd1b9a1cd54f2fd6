import type { InboxChoices, InboxEntries, InboxFilter, InboxPage, WaitingCount } from "#lib/approvals/inbox-page.ts";
import type { Risk } from "#lib/verdict/risk.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { InboxRow } from "#lib/store/approvals/inbox.ts";
import type { PageOf } from "#lib/store/schema/read-page.ts";
import { answeredFor, choicesFor, countWaiting, entriesFor, waitingFor } from "#lib/store/approvals/waiting.ts";
import { type Inbox, inboxIn, itemsOf } from "./inbox.ts";

/** Cards on one page of the inbox, at most. */
export const perPage = 30;
/** Counting stops here: nobody needs a larger number. */
export const mostCounted = 1_000;
const answeredWithinMs = 24 * 60 * 60_000;

/** The inbox of a person: what waits for them in all chats, and what was settled in the last day. */
export type InboxPages = {
  /** Riskiest first, then oldest. `after` is the `next` of the page before; null for an invalid one. */
  waiting: (personId: string, filter: InboxFilter, after: string | null) => Promise<InboxPage | null>;
  answered: (personId: string, after: string | null) => Promise<InboxPage | null>;
  count: (personId: string) => Promise<WaitingCount>;
  /** Those of these approvals that the person may see, in their present state, in any order; `left`: to ask for again. */
  entries: (personId: string, ids: readonly string[]) => Promise<InboxEntries>;
  choices: (personId: string) => Promise<InboxChoices>;
};

export function inboxPages(database: Database): InboxPages {
  const page = async (
    personId: string,
    { rows, isCut }: PageOf<InboxRow>,
    cursorOf: (row: InboxRow) => string,
  ): Promise<InboxPage> => {
    const last = rows.at(-1);
    return {
      entries: await itemsOf(database, rows, personId),
      next: isCut && last !== undefined ? cursorOf(last) : null,
    };
  };
  return {
    waiting: async (personId, filter, after) => {
      const read = after === null ? null : waitingCursor(after);
      if (after !== null && read === null) return null;
      const found = await waitingFor(database, personId, { filter, after: read, limit: perPage });
      return page(personId, found, ({ risk, requested_at, id }) => `${risk}.${requested_at}.${id}`);
    },
    answered: async (personId, after) => {
      const read = after === null ? null : answeredCursor(after);
      if (after !== null && read === null) return null;
      const asked = { withinMs: answeredWithinMs, after: read, limit: perPage };
      return page(
        personId,
        await answeredFor(database, personId, asked),
        ({ decided_at, id }) => `${decided_at}.${id}`,
      );
    },
    count: (personId) => countWaiting(database, personId, mostCounted),
    entries: async (personId, ids) => {
      const { rows, left } = await entriesFor(database, personId, ids);
      return { entries: await itemsOf(database, rows, personId), left };
    },
    choices: (personId) => choicesFor(database, personId),
  };
}

function waitingCursor(text: string) {
  const [, risk, requestedAt, id] = /^([0-5])\.(\d{1,15})\.([\w-]{1,100})$/.exec(text) ?? [];
  // The regular expression matches nothing else.
  return id === undefined ? null : { risk: Number(risk) as Risk, requestedAt: Number(requestedAt), id };
}

function answeredCursor(text: string) {
  const [, decidedAt, id] = /^(\d{1,15})\.([\w-]{1,100})$/.exec(text) ?? [];
  return id === undefined ? null : { decidedAt: Number(decidedAt), id };
}

/** What waits for people, as programs read it and as the page of the inbox does. */
export function inboxesIn(database: Database): { inbox: Inbox; inboxPages: InboxPages } {
  return { inbox: inboxIn(database), inboxPages: inboxPages(database) };
}
