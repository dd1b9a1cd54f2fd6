import type { TextsOf } from "#lib/words/words.ts";
import type { auditWords } from "./words.en.ts";

/** What the audit page says, in German. */
export const auditWordsDe: TextsOf<typeof auditWords> = {
  // use-time-words.ts
  days: "{value} d",
  hours: "{value} h",
  minutes: "{value} min",
  seconds: "{value} s",
  // answer-times-chart.tsx
  oneSecond: "1 s",
  oneMinute: "1 min",
  oneHour: "1 h",
  oneDay: "1 Tag",
  forEachDay: "Für jeden Tag: Die Hälfte seiner Antworten kam innerhalb dieser Zeit",
  onDaysThereWere: "An {days} Tagen gab es Antworten; am langsamsten brauchte die Hälfte davon bis zu {time}.",
  // asks-chart.tsx
  accepted: "Genehmigt",
  declined: "Abgelehnt",
  unanswered: "Nicht beantwortet",
  noQuestionWas: "Noch wurde keine Frage beantwortet.",
  atMostADay: "höchstens {most} am Tag",
  questionsEndedIn: "{total} Fragen endeten in {days} Tagen; höchstens {most} an einem Tag.",
  // attention-table.tsx
  attentionOfThose: "Aufmerksamkeit derer, die antworten",
  approvedInUnder:
    "In weniger als 2 s genehmigt: wahrscheinlich ungelesen. Eine Regel oder eine Freigabe hilft dort vielleicht mehr als eine Frage.",
  answersByPerson: "Antworten nach Person und Werkzeug",
  person: "Person",
  tool: "Werkzeug",
  answers: "Antworten",
  halfWithin: "Hälfte in",
  underTwo: "Unter 2 s",
  edited: "Geändert",
  // tool-table.tsx
  questionsByTool: "Fragen nach Werkzeug",
  asked: "Gefragt",
  // audit-list.tsx
  thereAreNoSuch: "Solche Einträge gibt es nicht.",
  allRecordsOf: "Alle {records} Einträge zu diesem Aufruf",
  aChatThatWas: "Ein gelöschter Chat",
  // audit-screen.tsx
  audit: "Protokoll",
  everything: "Alles",
  questions: "Fragen",
  calls: "Aufrufe",
  verdicts: "Urteile",
  grants: "Freigaben",
  policies: "Regeln",
  tools: "Werkzeuge",
  models: "Modelle",
  sessions: "Anmeldungen",
  notifications: "Mitteilungen",
  questionsInThe: "Fragen der letzten 30 Tage",
  halfOfTheAnswers: "Die Hälfte der Antworten kam innerhalb von <strong>{time}</strong>.",
  trail: "Einträge",
  nothingIsSealed: "Noch ist nichts versiegelt.",
  sealedRecords: "Versiegelte Einträge: {records}",
  kindsOfRecords: "Arten von Einträgen",
  latestRecords: "Neueste Einträge",
  olderRecords: "Ältere Einträge",
  exportAs:
    "Ausgeben als <jsonl>JSON Lines</jsonl> oder <csv>CSV</csv>: jeder versiegelte Eintrag dieser Instanz mit seinem Siegel, was hier auch gefiltert ist; Argumente nur als Fingerabdrücke. Prüfen Sie die JSON Lines an jedem Ort, ohne den Speicher, mit <code>npm run audit -- verify '<file>'</code>.",
  // export-link.tsx
  oneMoment: "(einen Moment)",
  theServerCouldNotBe: "Der Server war nicht erreichbar.",
  // trail-filters.tsx
  filterRecords: "Einträge filtern",
  everybody: "Alle",
  from: "Von",
  to: "Bis",
  show: "Zeigen",
  ofOneChatOnly: "Nur aus einem Chat.",
  showAllRecords: "Alle Einträge zeigen",
};
