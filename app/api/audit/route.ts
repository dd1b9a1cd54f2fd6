import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { auditQuery, auditQueryOf } from "../../audit/audit-query.ts";

/** A page of the audit trail, latest first. */
export const GET = guard(
  {
    query: auditQuery,
    scope: "audit:read",
    summary: "Read the audit trail, latest first",
    replies: { 200: { says: "A page of it", json: "AuditPage" } },
  },
  async ({ person, query }) => Response.json(await services().audit.page(person, auditQueryOf(query))),
);
