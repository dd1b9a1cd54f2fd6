import { z } from "zod";
import { auditTopics, type AuditTopic } from "#lib/audit/words.ts";
import type { AuditQuery } from "#lib/server/audit/audit-trail.ts";

const topics = Object.keys(auditTopics) as [AuditTopic, ...AuditTopic[]];
const id = z.string().min(1).max(200);

/** The filter of the trail, for the page and the API. Days are in UTC, both inclusive. */
export const auditQuery = z.strictObject({
  topic: z.enum(topics).optional(),
  chat: id.optional(),
  person: id.optional(),
  tool: id.optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});

const dayMs = 24 * 60 * 60 * 1000;

export function auditQueryOf(asked: z.infer<typeof auditQuery>): AuditQuery {
  const { topic = null, chat = null, person = null, tool = null, from, to, before = null, limit } = asked;
  return {
    topic,
    chatId: chat,
    personId: person,
    tool,
    from: from === undefined ? null : Date.parse(from),
    to: to === undefined ? null : Date.parse(to) + dayMs,
    before,
    limit,
  };
}
