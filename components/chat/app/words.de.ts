import type { TextsOf } from "#lib/words/words.ts";
import type { appWords } from "./words.en.ts";

/** What stands around the frame of an app, in German. */
export const appWordsDe: TextsOf<typeof appWords> = {
  callsOfTheApp: "Aufrufe der App",
  closedForTheKeyboard: "Diese App wurde geschlossen. Sie hat immer wieder die Tastatur an sich gezogen.",
  closedForMessages: "Diese App wurde geschlossen. Sie hat zu viele oder zu große Nachrichten gesendet.",
  closedForThePlace:
    "Diese App wurde geschlossen. Sie hat immer wieder die Seite verschoben, während eine Karte wartete.",
  couldNotBeLoaded: "Die App war nicht zu laden.",
  thePageStopped: "Diese App wurde geschlossen: Die Seite blieb stehen, während sie offen war.",
  openItAgain: "Wieder öffnen",
  appOf: "App von {server}",
  whatStandsInThisFrame: "App von {server}. Was in diesem Rahmen steht, kommt von diesem Server und genehmigt nichts.",
  nobodyHasAcceptedIt:
    "{server} zeigt dieses Ergebnis mit einer App, die in ihrer jetzigen Form niemand angenommen hat.",
  lookAtIt: "Ansehen",
  whatTheAppWants: "Was die App möchte",
  wantsAPageOpened: "Die App von {server} möchte eine Seite öffnen lassen. {refused}",
  wantsYouToOpen: "Die App von {server} möchte, dass Sie diese Seite öffnen",
  openHost: "{host} öffnen",
  wantsYouToSay: "Die App von {server} möchte, dass Sie dies im Chat sagen:",
  whatYouWouldSay: "Was Sie sagen würden",
  sendItAsMyMessage: "Als meine Nachricht senden",
  close: "Schließen",
  no: "Nein",
};
