import { may } from "#lib/people/may.ts";
import { pageFor } from "../page-session.ts";
import { services } from "#lib/server/api/services.ts";
import { ToolsScreen } from "#components/tools/tools-screen.tsx";

export default pageFor(async function ToolsPage(person) {
  const rights = {
    manage: may(person.role, "manage-tools"),
    loosen: may(person.role, "loosen-tools"),
    programs: may(person.role, "manage-programs"),
  };
  return <ToolsScreen initial={await services().tools.page()} rights={rights} />;
});
