import { KeysScreen } from "#components/settings/keys-screen.tsx";
import { scopesOf } from "#lib/people/scope.ts";
import { pageFor } from "../../page-session.ts";
import { services } from "#lib/server/api/services.ts";

export default pageFor(async function KeysPage(person) {
  // Clients that signed in stand under Clients.
  const keys = (await services().keys.list(person)).filter(({ client }) => client === null);
  return <KeysScreen keys={keys} personId={person.id} offered={[...scopesOf(person.role)]} />;
});
