import { guard } from "#lib/server/guard.ts";
import { problem } from "#lib/server/problem.ts";
import { services } from "#lib/server/services.ts";
import { auditQuery } from "../../audit/audit-query.ts";

/** A page of the audit trail, latest first. */
export const GET = guard({ scope: "audit:read" }, async ({ person, query }) => {
  const asked = auditQuery.safeParse(Object.fromEntries(query));
  if (!asked.success) {
    const fields = asked.error.issues.map(({ path, message }) => [path.join(".") || "query", message]);
    return problem("bad-request", "This page of the audit trail cannot be had.", Object.fromEntries(fields));
  }
  const { topic = null, chat: chatId = null, before = null, limit } = asked.data;
  return Response.json(await services().audit.page(person.id, { topic, chatId, before, limit }));
});
