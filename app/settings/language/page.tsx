import { headers } from "next/headers";
import { LanguageScreen } from "#components/settings/language-screen.tsx";
import { services } from "#lib/server/api/services.ts";
import { languageAskedFor } from "#lib/words/language.ts";
import { pageFor } from "../../page-session.ts";

export default pageFor(async function LanguagePage(person) {
  const chosen = await services().languages.chosenBy(person);
  return <LanguageScreen chosen={chosen} asked={languageAskedFor((await headers()).get("accept-language"))} />;
});
