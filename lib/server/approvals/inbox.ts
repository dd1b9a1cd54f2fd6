import { storedArguments } from "#lib/untrusted/stored-arguments.ts";
import { withAddress, type Audience } from "#lib/people/audience.ts";
import type { Explanation } from "#lib/approvals/explanation.ts";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import type { Preview } from "#lib/approvals/preview/preview.ts";
import { outcomeLine } from "#lib/approvals/outcome-words.ts";
import { requestContext } from "#lib/approvals/request-context.ts";
import { type WordsAround, wordsAround } from "#lib/chat/words-around.ts";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import { audiencesOf } from "#lib/gate/ask/audiences.ts";
import { viewOf } from "#lib/gate/ask/view-of.ts";
import { explanationsOf } from "#lib/store/approvals/explanations.ts";
import { shownAround } from "#lib/store/approvals/shown-around.ts";
import { latestPreview } from "#lib/store/approvals/previews.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { inboxOf, inboxRow, type ApprovalFilter, type InboxRow } from "#lib/store/approvals/inbox.ts";

/** Upper bound of the approvals in one answer. */
export const mostPerPage = 200;

export type Page = ApprovalFilter & { offset: number; limit: number };

export type Inbox = {
  /**
   * Oldest first. `pending`: those that this person may answer now; otherwise those that they may see. `next` is the
   * offset of the page after it, null on the last.
   */
  list: (personId: string, page: Page) => Promise<{ items: InboxItem[]; next: number | null }>;
  /** One approval in its present state; null when it is unknown or the person may not see it. */
  one: (personId: string, id: string) => Promise<InboxItem | null>;
  /** What the person asked about one approval, and what was said; null as above. */
  explanations: (personId: string, approvalId: string) => Promise<Explanation[] | null>;
  /**
   * The words around a call of another person's chat, while this person may answer it and that one shows them; null
   * otherwise.
   */
  words: (personId: string, approvalId: string) => Promise<WordsAround[] | null>;
  /** The latest preview that the person had computed of one approval, if there is any; null as above. */
  preview: (personId: string, approvalId: string) => Promise<{ preview: Preview | null } | null>;
};

export function inboxIn(database: Database): Inbox {
  return {
    list: async (personId, page) => {
      const { rows, isCut } = await inboxOf(database, personId, page);
      return { items: await itemsOf(database, rows, personId), next: isCut ? page.offset + rows.length : null };
    },
    explanations: async (personId, approvalId) => {
      const row = await inboxRow(database, personId, approvalId);
      return row ? explanationsOf(database, { approvalId, personId }) : null;
    },
    words: async (personId, approvalId) => {
      const messages = await shownAround(database, { personId, approvalId });
      return messages === undefined ? null : wordsAround(messages);
    },
    preview: async (personId, approvalId) => {
      const row = await inboxRow(database, personId, approvalId);
      return row ? { preview: await latestPreview(database, { approvalId, personId }) } : null;
    },
    one: async (personId, id) => {
      const row = await inboxRow(database, personId, id);
      const [item] = row ? await itemsOf(database, [row], personId) : [];
      return item ?? null;
    },
  };
}

/** Approvals in the shape in which the API gives them to this person. */
export async function itemsOf(database: Database, rows: InboxRow[], personId: string): Promise<InboxItem[]> {
  const audiences = await audiencesOf(database, rows, personId);
  return rows.map((row) => itemOf(row, audiences.get(row.id), personId));
}

function itemOf(row: InboxRow, audience: Audience | undefined, viewerId: string): InboxItem {
  const view = viewOf(row, row.call_state, audience);
  return {
    id: row.id,
    status: row.status,
    kind: row.kind,
    serverId: view.server.id,
    toolName: view.tool.name,
    arguments: storedArguments(row.arguments_json),
    requestedAt: isoOf(row.requested_at),
    expiresAt: isoOf(row.expires_at),
    sessionId: row.chat_id,
    chatTitle: row.chat_title,
    showsChat: row.chat_shown === 1 && row.chat_origin === "chat" && waitsForViewer(row, audience, viewerId),
    canAsk: row.chat_origin === "chat",
    runId: row.run_id,
    userId: row.person_id,
    askedBy: row.person_id === viewerId ? null : withAddress({ name: row.asker_name, email: row.asker_email }),
    userPrompt: wordsOf(row.prompt_parts_json),
    risk: row.risk,
    context: requestContext(view.subject),
    outcome: outcomeLine(view),
    view,
  };
}

/** Whether it is another person's and the viewer may answer it now. */
function waitsForViewer(row: InboxRow, audience: Audience | undefined, viewerId: string): boolean {
  return row.person_id !== viewerId && row.status === "pending" && audience?.mayAnswer === true;
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

function wordsOf(partsJson: string | null): string {
  // `insertMessage` of the store wrote it.
  const parts = partsJson === null ? [] : (JSON.parse(partsJson) as ChatMessage["parts"]);
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}
