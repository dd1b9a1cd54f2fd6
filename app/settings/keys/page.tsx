import { KeysScreen } from "#components/settings/keys/keys-screen.tsx";
import { scopesOf } from "#lib/approvals/scope.ts";
import { personOfPage } from "#lib/server/page-session.ts";
import { services } from "#lib/server/services.ts";

export default async function KeysPage() {
  const person = await personOfPage();
  if (person === null) return null;
  const keys = await services().keys.list(person);
  return <KeysScreen keys={keys} personId={person.id} offered={[...scopesOf(person.role)]} />;
}
