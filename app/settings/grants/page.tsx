import { GrantsScreen } from "#components/settings/grants-screen.tsx";
import { personOfPage } from "../../page-session.ts";
import { services } from "#lib/server/api/services.ts";

export default async function GrantsPage() {
  const person = await personOfPage();
  if (person === null) return null;
  const { grants, actions, agent } = services();
  return <GrantsScreen {...await grants.list(person.id)} tools={actions.grantableTools(agent.gate)} />;
}
