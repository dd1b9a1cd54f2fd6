import { may } from "#lib/people/may.ts";
import { asksByDay, dayOf } from "#lib/audit/attention.ts";
import type { SealedRecord } from "#lib/audit/chain.ts";
import type { SignedHead } from "#lib/audit/head.ts";
import type { Attention, AuditEntry, AuditPage } from "#lib/audit/entry.ts";
import { auditTopics, wordsOf, type AuditTopic } from "#lib/audit/words.ts";
import {
  answeredByPerson,
  answerTime,
  answerTimesByDay,
  askedByDay,
  askedByTool,
} from "#lib/store/audit/asked-by-day.ts";
import { headOf, recordOf } from "#lib/store/audit/seal-audit.ts";
import { withAddress } from "#lib/people/audience.ts";
import { namesOfPeople } from "#lib/store/people/people.ts";
import { auditLog, peopleOfTrail, type AuditFilter, type LoggedRow } from "#lib/store/audit/audit-log.ts";
import { clockOf } from "#lib/store/engine/clock.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Person } from "#lib/server/people/session.ts";
import type { Speech } from "#lib/words/speech.ts";
import { sealedTrail } from "./verify-audit.ts";
import { whileCostly } from "#lib/server/approvals/while-costly.ts";

export type AuditQuery = Omit<AuditFilter, "kinds"> & { topic: AuditTopic | null; limit: number };

/** The part of the trail that a person may see: all of it, or what they and their agent did. */
export type AuditTrail = {
  /** A page of it; its lines in English without a language. */
  page: (person: Person, query: AuditQuery, speech?: Speech) => Promise<AuditPage>;
  /** How often tools and servers asked in the last thirty days, and how people answered; at most a minute old. */
  attention: (person: Person) => Promise<Attention>;
  /** The people to filter by; empty for somebody who sees only their own records. */
  people: (person: Person) => Promise<{ id: string; name: string }[]>;
  /** Every sealed record in order, with the heads that were signed; for whoever may see the whole instance. */
  sealed: () => AsyncGenerator<SealedRecord | SignedHead>;
};

const shownDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

/** A cache key that is no person's id. */
const everybody = "";

export function auditTrail(database: Database): AuditTrail {
  const attentionFor = whileCostly(async (whose): Promise<Attention> => {
    const now = await clockOf(database);
    const to = dayOf(now);
    const from = to - shownDays + 1;
    const asked = { since: from * dayMs - 1, ownOf: whose === everybody ? null : whose };
    const [days, times, medianMs, tools, people] = await Promise.all([
      askedByDay(database, asked),
      answerTimesByDay(database, asked),
      answerTime(database, asked),
      askedByTool(database, asked),
      answeredByPerson(database, asked),
    ]);
    return {
      days: asksByDay(
        days,
        times.map(({ day, median_ms: ms }) => ({ day, ms })),
        { from, to },
      ),
      medianMs,
      tools: tools.map(({ median_ms: medianMs, ...tool }) => ({ ...tool, medianMs })),
      people: people.map(
        ({ median_ms: medianMs, person_id: id, person_name: name, person_email: email, ...figures }) => {
          return { person: { id, name: withAddress({ name, email }) }, medianMs, ...figures };
        },
      ),
    };
  });
  return {
    page: async (person, { topic, limit, ...filter }, speech) => {
      const kinds = topic === null ? null : auditTopics[topic];
      const { rows, isCut } = await auditLog(database, ownOf(person), { ...filter, kinds }, limit);
      const named = await namesOfPeople(database, [...new Set(rows.flatMap(othersIn))]);
      const older = isCut ? (rows.at(-1)?.seq ?? null) : null;
      return { entries: rows.map((row) => entryOf(row, named, speech)), older, head: await headOf(database.db) };
    },
    attention: (person) => attentionFor(ownOf(person) ?? everybody),
    people: async (person) => {
      const people = ownOf(person) === null ? await peopleOfTrail(database) : [];
      return people.map(({ id, ...named }) => ({ id, name: withAddress(named) }));
    },
    sealed: () => sealedTrail(database),
  };
}

/** Null for whoever oversees the instance. */
function ownOf({ id, role }: Person): string | null {
  return may(role, "see-all-audit") ? null : id;
}

/** Whom a record names beside the person of its row: who acted, or to whom it was done. */
type Naming = { by?: string; of?: string; name?: string };

function othersIn({ detail_json }: LoggedRow): string[] {
  const { by, of, name } = detailIn(detail_json);
  return name === undefined ? [] : [by ?? of ?? []].flat();
}

function detailIn(json: string): Naming {
  // `record` wrote it.
  return JSON.parse(json) as Naming;
}

/** A record keeps the name of that day; who it is, the address says. */
function entryOf(
  row: LoggedRow,
  named: Awaited<ReturnType<typeof namesOfPeople>>,
  speech: Speech | undefined,
): AuditEntry {
  const detail = detailIn(row.detail_json);
  const [id] = othersIn(row);
  const email = (id !== undefined && named.get(id)?.email) || null;
  const shown = detail.name === undefined ? detail : { ...detail, name: withAddress({ name: detail.name, email }) };
  return {
    ...recordOf(row),
    words: wordsOf(row.kind, shown, speech),
    personName: row.person_name === null ? null : withAddress({ name: row.person_name, email: row.person_email }),
    chatTitle: row.chat_title,
    tool: row.tool_name,
  };
}
