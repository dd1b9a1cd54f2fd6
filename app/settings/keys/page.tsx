import { KeysScreen } from "#components/settings/keys-screen.tsx";
import { scopesOf } from "#lib/people/scope.ts";
import { pageFor } from "../../page-session.ts";
import { services } from "#lib/server/api/services.ts";
import { toolChoices } from "../tool-choices.ts";

export default pageFor(async function KeysPage(person) {
  // Clients that signed in stand under Clients.
  const made = (await services().keys.list(person)).filter(({ client }) => client === null);
  const tools = toolChoices(person.id);
  return <KeysScreen keys={made} personId={person.id} offered={[...scopesOf(person.role)]} tools={tools} />;
});
