import { InboxScreen } from "#components/inbox/inbox-screen.tsx";
import { personOfPage } from "#lib/server/page-session.ts";
import { services } from "#lib/server/services.ts";

export default async function InboxPage() {
  const person = await personOfPage();
  if (person === null) return null;
  return <InboxScreen initial={await services().inbox.list(person.id, { status: "pending", offset: 0, limit: 50 })} />;
}
