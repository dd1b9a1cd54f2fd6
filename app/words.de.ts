import type { TextsOf } from "#lib/words/words.ts";
import type { pageWords } from "./words.en.ts";

/** What is said in place of a page, in German. */
export const pageWordsDe: TextsOf<typeof pageWords> = {
  // error.tsx
  thisPageCouldNot: "Diese Seite war nicht zu zeigen",
  theLogSaysMore: "Dadurch wurde nichts genehmigt, und nichts ist gelaufen. Mehr steht im Log des Servers.",
  // global-error.tsx
  notAvailable: "Nicht erreichbar · Countersign",
  countersignIsNot: "Countersign ist gerade nicht erreichbar",
  theLogSaysWhy: "Dadurch wurde nichts genehmigt, und nichts ist gelaufen. Warum, steht im Log des Servers.",
  // not-found.tsx
  notFound: "Nicht gefunden",
  notFoundTitle: "Nicht gefunden · Countersign",
  thereIsNothingHere: "Hier ist nichts",
  ifThisWasAChat:
    "Wenn dies ein Chat war, wurde er gelöscht oder gehört jemand anderem. <link>Einen neuen beginnen</link>",
  // settings/will-it-ask/page.tsx
  thisIsBeing: "Das wird gerade ermittelt. Laden Sie gleich noch einmal.",
  // connect/page.tsx
  clientsDoNotSignIn: "Clients melden sich hier nicht an.",
};
