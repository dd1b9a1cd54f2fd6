import { AuditScreen } from "#components/audit/audit-screen.tsx";
import { may } from "#lib/people/may.ts";
import { pageFor } from "../page-session.ts";
import { speechOfPage } from "../speech-of-page.ts";
import { services } from "#lib/server/api/services.ts";
import { auditQuery, auditQueryOf } from "./audit-query.ts";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default pageFor(async function AuditPage(person, { searchParams }: Props) {
  const given = Object.entries(await searchParams).filter(([, value]) => value !== "");
  const asked = auditQuery.safeParse(Object.fromEntries(given));
  // An invalid query shows the trail from its end.
  const query = asked.success ? asked.data : auditQuery.parse({});
  const { audit } = services();
  const [page, attention, people] = await Promise.all([
    audit.page(person, auditQueryOf(query), await speechOfPage()),
    audit.attention(person),
    audit.people(person),
  ]);
  const mayExport = may(person.role, "export-audit");
  return <AuditScreen page={page} query={query} attention={attention} people={people} mayExport={mayExport} />;
});
