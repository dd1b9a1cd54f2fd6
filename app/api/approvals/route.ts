import { z } from "zod";
import { approvalStatuses } from "#lib/approvals/states.ts";
import { guard } from "#lib/server/api/guard.ts";
import { mostPerPage } from "#lib/server/approvals/inbox.ts";
import { services } from "#lib/server/api/services.ts";

const name = z.string().min(1).max(200);

const query = z.strictObject({
  status: z.enum(approvalStatuses).default("pending"),
  runId: name.optional(),
  userId: name.optional(),
  tool: name.optional(),
  server: name.optional(),
  chat: name.optional(),
  /** Only those opened then or later. */
  since: z.iso.datetime({ offset: true }).optional(),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(mostPerPage).default(50),
});

/** The approvals put to this person, oldest first; only open ones unless `status` says otherwise. */
export const GET = guard(
  {
    query,
    scope: "approvals:read",
    summary: "List approvals, oldest first",
    replies: { 200: { says: "A page of them; `Link` with rel=next names the one after it", json: "Approvals" } },
  },
  async ({ person, query: { since, ...asked }, request }) => {
    const page = { ...asked, since: since === undefined ? undefined : Date.parse(since) };
    const { items, next } = await services().inbox.list(person.id, page);
    return Response.json(items, { headers: next === null ? {} : { link: nextPage(request.url, next) } });
  },
);

/** The `Link` header of RFC 8288. Pages are also limited in bytes, so a short page may have a next one. */
function nextPage(address: string, offset: number): string {
  const { pathname, searchParams } = new URL(address);
  searchParams.set("offset", String(offset));
  return `<${pathname}?${searchParams}>; rel="next"`;
}
