import { z } from "zod";
import { subjectKinds } from "#lib/approvals/subjects/subjects.ts";
import type { InboxFilter } from "#lib/approvals/inbox-page.ts";
import { risks } from "#lib/verdict/risk.ts";

const name = z.string().min(1).max(300).optional();

const query = z.strictObject({
  serverId: name,
  toolName: name,
  chatId: name,
  kind: z.enum(subjectKinds).optional(),
  risk: z.coerce.number().pipe(z.literal(risks)).optional(),
  whose: z.enum(["mine", "others"]).optional(),
  after: z.string().max(200).optional(),
});

/** The query of a page of the inbox; null when it is invalid. */
export function inboxQuery(params: URLSearchParams): { filter: InboxFilter; after: string | null } | null {
  const read = query.safeParse(Object.fromEntries(params));
  if (!read.success) return null;
  const { after, ...filter } = read.data;
  return { filter, after: after ?? null };
}
