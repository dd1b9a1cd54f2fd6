import { z } from "zod";
import { approvalStatuses } from "#lib/approvals/states.ts";
import { guard } from "#lib/server/guard.ts";
import { mostPerPage } from "#lib/server/inbox.ts";
import { problem } from "#lib/server/problem.ts";
import { services } from "#lib/server/services.ts";

const page = z.strictObject({
  status: z.enum(approvalStatuses).default("pending"),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(mostPerPage).default(50),
});

/** What was put to this person, oldest first; what waits for them unless another status is asked for. */
export const GET = guard({ scope: "approvals:read" }, async ({ person, query }) => {
  const asked = page.safeParse(Object.fromEntries(query));
  if (!asked.success) {
    const fields = asked.error.issues.map(({ path, message }) => [path.join(".") || "query", message]);
    return problem("bad-request", "This page of approvals cannot be had.", Object.fromEntries(fields));
  }
  return Response.json(await services().inbox.list(person.id, asked.data));
});
