import type { TextsOf } from "#lib/words/words.ts";
import type { clientWords } from "./words.en.ts";

/** What is said of clients and of what they called, in German. */
export const clientWordsDe: TextsOf<typeof clientWords> = {
  // client-links.tsx
  clients: "Clients",
  allClients: "Alle<hidden> Clients</hidden>",
  working: "arbeitet",
  // says-it-is.tsx
  saysItIs: "nennt sich {named}",
  // session-screen.tsx
  client: "Client",
  stopItsCalls: "Aufrufe anhalten",
  nobodyCanCheckThat:
    "{kind, select, agent {Dieser Agent} other {Dieser Client}} {says}. Prüfen kann das niemand. <link>Was von Ihren Clients bekannt ist</link>",
  theseAreTheLatest: "Dies sind die letzten {calls} Aufrufe. <link>Alle stehen im Protokoll</link>",
  calls: "Aufrufe",
  // client-row.tsx
  begins: "beginnt",
  waitsForApproval: "wartet auf Genehmigung",
  runs: "läuft",
  done: "fertig",
  failed: "fehlgeschlagen",
  notRun: "nicht gelaufen",
  outcomeUnknown: "Ausgang unbekannt",
  revokeKey: "Schlüssel widerrufen",
  itsKeyHasEnded: "Sein Schlüssel gilt nicht mehr: Er kommt nicht mehr herein.",
  declares: "Erklärt",
  observed: "Beobachtet",
  nothingYet: "Noch nichts.",
  known: "Bekannt",
  selfTest: "Probe",
  notTestedYet: "Noch nicht ausprobiert.",
  lastCalls: "Letzte Aufrufe",
  latestCallsOf: "Letzte Aufrufe von {name}",
  callsWait: "{waiting, plural, one {Ein Aufruf wartet} other {# Aufrufe warten}} auf Genehmigung",
  asksByBoth: "Er kann seinen Nutzer mit Formularen und mit Links fragen.",
  asksByForms: "Er kann seinen Nutzer mit Formularen fragen.",
  asksByLinks: "Er kann seinen Nutzer mit Links fragen.",
  cannotAsk: "Er kann seinen Nutzer nicht fragen.",
  currentProtocol: "Jetziges Protokoll (MCP).",
  olderProtocol: "Älteres Protokoll (MCP).",
  // observed-words.ts
  itClosed:
    "Er hat {questions, plural, one {eine Frage} other {# Fragen}} binnen einer halben Sekunde geschlossen: Er zeigt sie nicht.",
  itsUserAnswered:
    "Sein Nutzer hat nach seiner Angabe {questions, plural, one {eine Frage} other {# Fragen}} in ihm beantwortet.",
  itGaveNoClear:
    "Er hat auf {questions, plural, one {eine Frage} other {# Fragen}} nicht klar geantwortet: Nichts ist gelaufen.",
  itWasSent: "Ihm {links, plural, one {wurde ein Link} other {wurden # Links}} zu einer Karte geschickt.",
  itKeptOpenSeconds: "Er hielt einen Aufruf höchstens {seconds, plural, one {eine Sekunde} other {# Sekunden}} offen.",
  itKeptOpenMinutes: "Er hielt einen Aufruf höchstens {minutes} Minuten offen.",
  itCameBack: "Er kam zurück und holte {results, plural, one {ein Ergebnis} other {# Ergebnisse}}.",
  // self-test-words.ts
  theClientWasAsked:
    "{by, select, form {Der Client wurde mit einem Formular gefragt.} link {Dem Client wurde ein Link zur Karte geschickt.} other {Der Client wurde nicht gefragt.}}",
  theQuestionIsOpen:
    "Die Frage ist offen: Beantworten Sie sie {by, select, form {im Client oder im Eingang} other {im Eingang}}.",
  theTestEnded:
    "{where, select, nobody {Niemand hat geantwortet: Er gab auf oder konnte nicht fragen,} client {{approved, select, yes {Genehmigt} other {Abgelehnt}} im Client} other {{approved, select, yes {Genehmigt} other {Abgelehnt}} in Countersign}} nach {seconds} s.",
  theCallWasHeld: "Der Aufruf wurde {seconds} s offen gehalten.",
  theClientHasTheResult:
    "{has, select, yes {Der Client hat das Ergebnis.} other {Der Client hat das Ergebnis noch nicht geholt.}}",
};
