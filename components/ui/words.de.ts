import type { TextsOf } from "#lib/words/words.ts";
import type { uiWords } from "./words.en.ts";

/** What buttons, fields and dialogs of every page say, in German. */
export const uiWordsDe: TextsOf<typeof uiWords> = {
  keep: "Behalten",
  cancel: "Abbrechen",
  openTheListOfChats: "Liste der Chats öffnen",
  copy: "Kopieren",
  iHaveIt: "Ich habe es",
  nothingWasApprovedAndNothing:
    "Dadurch wurde nichts genehmigt und nichts ausgeführt. Versuchen Sie es gleich noch einmal.",
  tooMuchIsAskedAt: "Zu viele Anfragen auf einmal",
  tryAgain: "Noch einmal versuchen",
  theServerCouldNotBe: "Der Server war nicht erreichbar.",
  containsHiddenCharactersMarked: "Enthält versteckte Zeichen, markiert",
  containsHiddenCharactersInHidden:
    "Enthält versteckte Zeichen an {hidden} Stellen{mostPlaces, select, yes { oder mehr} other {}}, markiert",
  reallyStandsThereValue: "Dort steht wirklich: {value}",
  serverAnswered: "Der Server hat mit {status} geantwortet.",
  notCopied: "Es ließ sich nicht kopieren: Markieren und kopieren Sie es selbst.",
  copied: "Kopiert.",
  notConfirmed:
    "Wir wissen nicht, ob Ihre Antwort angekommen ist. Prüfen Sie die Verbindung und drücken Sie noch einmal; sie zählt nur einmal.",
  serverNotReached: "Der Server war nicht erreichbar.",
};
