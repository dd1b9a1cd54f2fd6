import { may } from "#lib/people/may.ts";
import { serversFor } from "#lib/policies/changes/servers-for.ts";
import { pageFor } from "../page-session.ts";
import { services } from "#lib/server/api/services.ts";
import { ToolsScreen } from "#components/tools/tools-screen.tsx";

export default pageFor(async function ToolsPage(person) {
  const rights = {
    manage: may(person.role, "manage-tools"),
    loosen: may(person.role, "loosen-tools"),
    programs: may(person.role, "manage-programs"),
  };
  const { tools } = services();
  if (rights.manage) tools.lookAtApps(person.id);
  const [{ servers, ...page }, signIns] = await Promise.all([tools.page(), tools.signIns.states(person)]);
  return <ToolsScreen initial={{ ...page, signIns, servers: serversFor(person.role, servers) }} rights={rights} />;
});
