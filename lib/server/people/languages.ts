import { isLanguage, type Language } from "#lib/words/language.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { chooseLanguage, languageOf } from "#lib/store/people/language.ts";

/** In which language people read the pages. It is kept with the person, so no cookie says it. */
export type Languages = {
  /** What a person chose; null follows their browser. */
  chosenBy: (person: { id: string }) => Promise<Language | null>;
  choose: (person: { id: string }, language: Language | null) => Promise<void>;
  /** Whether a browser may ask for the made-up languages en-XA and ar-XB, which show what does not fit. */
  areTriedOut: boolean;
};

export function languagesIn(database: Database, { areTriedOut }: Pick<Languages, "areTriedOut">): Languages {
  return {
    chosenBy: async ({ id }) => {
      const chosen = await languageOf(database, id);
      // A later release may have known more languages.
      return chosen !== null && isLanguage(chosen) ? chosen : null;
    },
    choose: ({ id }, language) => chooseLanguage(database, id, language),
    areTriedOut,
  };
}
