import { asksByDay, attentionByTool, dayOf } from "#lib/audit/attention.ts";
import type { SealedRecord } from "#lib/audit/chain.ts";
import type { Attention, AuditEntry, AuditPage } from "#lib/audit/entry.ts";
import { auditTopics, wordsOf, type AuditTopic } from "#lib/audit/words.ts";
import { headOf, recordOf } from "#lib/store/audit-chain.ts";
import { askedCalls, auditLog, type LoggedRow } from "#lib/store/audit-log.ts";
import type { Database } from "#lib/store/database.ts";
import { sealedRecords } from "./verify-audit.ts";

export type AuditQuery = { topic: AuditTopic | null; chatId: string | null; before: number | null; limit: number };

/** The trail of one person: their own chats, and what concerns the instance. */
export type AuditTrail = {
  page: (personId: string, query: AuditQuery) => Promise<AuditPage>;
  /** How often tools asked in the last thirty days, and how that was answered. */
  attention: (personId: string) => Promise<Attention>;
  /** Everything that is sealed, in order; for whoever may see all of the instance. */
  sealed: () => AsyncGenerator<SealedRecord>;
};

const shownDays = 30;
const dayMs = 24 * 60 * 60 * 1000;
const mostAsks = 20_000;

export function auditTrail(database: Database): AuditTrail {
  return {
    page: async (personId, { topic, chatId, before, limit }) => {
      const kinds = topic === null ? null : auditTopics[topic];
      const rows = await auditLog(database, personId, { kinds, chatId, before }, limit + 1);
      const shown = rows.slice(0, limit);
      const older = rows.length > limit ? (shown.at(-1)?.seq ?? null) : null;
      return { entries: shown.map(entryOf), older, head: await headOf(database.db) };
    },
    attention: async (personId) => {
      const { now, rows } = await askedCalls(database, personId, { withinMs: shownDays * dayMs, most: mostAsks });
      const calls = rows.map(({ tool_name: tool, status, edited, requested_at, decided_at }) => {
        return { tool, status, edited: edited === 1, requestedAt: requested_at, decidedAt: decided_at };
      });
      const to = dayOf(now);
      return { days: asksByDay(calls, { from: to - shownDays + 1, to }), tools: attentionByTool(calls) };
    },
    sealed: () => sealedRecords(database),
  };
}

function entryOf(row: LoggedRow): AuditEntry {
  return {
    ...recordOf(row),
    // Written by `record`.
    words: wordsOf(row.kind, JSON.parse(row.detail_json) as object),
    chatTitle: row.chat_title,
    tool: row.tool_name,
  };
}
