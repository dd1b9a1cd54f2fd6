import { KeysScreen } from "#components/settings/keys-screen.tsx";
import { scopesOf } from "#lib/people/scope.ts";
import { personOfPage } from "../../page-session.ts";
import { services } from "#lib/server/api/services.ts";

export default async function KeysPage() {
  const person = await personOfPage();
  if (person === null) return null;
  const keys = await services().keys.list(person);
  return <KeysScreen keys={keys} personId={person.id} offered={[...scopesOf(person.role)]} />;
}
