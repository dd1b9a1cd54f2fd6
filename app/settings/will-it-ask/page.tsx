import { WillItAskScreen } from "#components/settings/policies/will-it-ask-screen.tsx";
import { may } from "#lib/people/may.ts";
import { pageFor } from "../../page-session.ts";
import { services } from "#lib/server/api/services.ts";
import { sayIn } from "#lib/words/say.ts";
import { speechOfPage } from "../../speech-of-page.ts";
import { pageWords } from "../../words.en.ts";

export default pageFor(async function WillItAskPage(person) {
  const foresight = await services().grants.willItAsk.everyTool(person, "chat");
  if (typeof foresight === "string") {
    return <p className="text-muted">{sayIn(await speechOfPage(), pageWords)("thisIsBeing")}</p>;
  }
  const rights = {
    manage: may(person.role, "manage-tools"),
    loosen: may(person.role, "loosen-tools"),
    programs: may(person.role, "manage-programs"),
  };
  return <WillItAskScreen initial={foresight} rights={rights} />;
});
