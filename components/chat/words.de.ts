import type { TextsOf } from "#lib/words/words.ts";
import type { chatWords } from "./words.en.ts";

/** What the chat says, in German. */
export const chatWordsDe: TextsOf<typeof chatWords> = {
  newChat: "Neuer Chat",
  chatSettings: "Einstellungen des Chats",
  instructions: "Anweisungen",
  whatTheAgentShouldKnow:
    "Was der Agent in diesem Chat wissen und wie er sich verhalten soll. Sie gelten ab Ihrer nächsten Anfrage.",
  model: "Modell",
  shadowMode: "Schattenmodus: Aufrufe zeigen, nichts ausführen",
  theCallsAppear:
    "Die Werkzeugaufrufe des Agenten erscheinen im Chat, und keiner davon läuft. Ein: sofort. Aus: ab Ihrer nächsten Nachricht.",
  showReviewersTheWords: "Prüfern die Worte um einen Aufruf zeigen",
  whoMayAnswerReads:
    "Wer einen Aufruf dieses Chats für Sie beantworten darf, liest, solange er wartet, was Sie und der Assistent davor geschrieben haben. Sonst nichts aus dem Chat.",
  cancel: "Abbrechen",
  saveSettings: "Einstellungen speichern",
  demoModel:
    "<strong>Demo-Modell.</strong> Hinter diesem Chat steht keine KI; es kennt einige feste Anfragen. Die Werkzeuge, die Karten und die Dateien sind echt.",
  useARealModel: "Ein echtes Modell benutzen",
  waitsForAnotherChat: "Wartet, bis ein Formular in einem anderen Chat beantwortet ist.",
  waitsForThisChat: "Wartet, bis Ihr Formular in diesem Chat beantwortet ist.",
  waitsForFormIn: "Wartet, bis Ihr Formular in {chat} beantwortet ist.",
  untitled: "Ohne Titel",
  modelAndPrice: "{label} · {read} fürs Lesen, {written} fürs Schreiben von einer Million Token",
};
