import { headers } from "next/headers";
import { cache } from "react";
import { services } from "#lib/server/api/services.ts";
import { type Language, languageAskedFor } from "#lib/words/language.ts";
import { pseudoAskedFor, pseudoTexts } from "#lib/words/pseudo.ts";
import { readSpeech } from "#lib/words/read-messages.ts";
import { english, type Speech } from "#lib/words/speech.ts";
import { catalogues, german } from "./catalogues.ts";
import { isNoTurn, personOfPage } from "./page-session.ts";

/**
 * What this page is written in: what its person chose, else what their browser asks for. English comes with the code;
 * the sentences of every other language come with the page.
 */
export const speechOfPage = cache(async (): Promise<Speech> => {
  const { languages } = services();
  const asked = (await headers()).get("accept-language");
  const pseudo = languages.areTriedOut ? pseudoAskedFor(asked) : null;
  if (pseudo !== null)
    return readSpeech(
      pseudoTexts(
        pseudo,
        catalogues.map(({ words }) => words),
      ),
    );
  return ((await chosenByPerson()) ?? languageAskedFor(asked)) === "de" ? german : english;
});

async function chosenByPerson(): Promise<Language | null> {
  try {
    const person = await personOfPage();
    return person === null ? null : await services().languages.chosenBy(person);
  } catch (error) {
    // The page itself says that too much is asked, in the language of the browser.
    if (isNoTurn(error)) return null;
    throw error;
  }
}
