import { z } from "zod";
import { auditTopics, type AuditTopic } from "#lib/audit/words.ts";

const topics = Object.keys(auditTopics) as [AuditTopic, ...AuditTopic[]];

/** What of the trail is asked for: by the page and by the API alike. */
export const auditQuery = z.strictObject({
  topic: z.enum(topics).optional(),
  chat: z.string().min(1).max(200).optional(),
  before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
