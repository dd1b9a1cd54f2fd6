import { WillItAskScreen } from "#components/settings/policies/will-it-ask-screen.tsx";
import { may } from "#lib/people/may.ts";
import { pageFor } from "../../page-session.ts";
import { services } from "#lib/server/api/services.ts";

export default pageFor(async function WillItAskPage(person) {
  const foresight = await services().grants.willItAsk.everyTool(person, "chat");
  if (typeof foresight === "string") return <p className="text-muted">This is being worked out. Reload in a moment.</p>;
  const rights = {
    manage: may(person.role, "manage-tools"),
    loosen: may(person.role, "loosen-tools"),
    programs: may(person.role, "manage-programs"),
  };
  return <WillItAskScreen initial={foresight} rights={rights} />;
});
