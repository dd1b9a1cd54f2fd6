import { GrantsScreen } from "#components/settings/grants-screen.tsx";
import { pageFor } from "../../page-session.ts";
import { services } from "#lib/server/api/services.ts";

export default pageFor(async function GrantsPage(person) {
  const { grants } = services();
  return <GrantsScreen {...await grants.list(person.id)} tools={grants.tools()} />;
});
