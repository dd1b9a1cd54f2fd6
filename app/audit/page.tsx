import { AuditScreen } from "#components/audit/audit-screen.tsx";
import { personOfPage } from "#lib/server/page-session.ts";
import { services } from "#lib/server/services.ts";
import { auditQuery } from "./audit-query.ts";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function AuditPage({ searchParams }: Props) {
  const person = await personOfPage();
  if (person === null) return null;
  const asked = auditQuery.safeParse(await searchParams);
  // An address that asks for nonsense shows the trail from its end.
  const { topic, chat, before, limit } = asked.success ? asked.data : auditQuery.parse({});
  const { audit } = services();
  const query = { topic: topic ?? null, chatId: chat ?? null, before: before ?? null, limit };
  const page = await audit.page(person.id, query);
  return <AuditScreen page={page} query={query} attention={await audit.attention(person.id)} />;
}
