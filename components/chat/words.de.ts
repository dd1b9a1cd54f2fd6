import type { TextsOf } from "#lib/words/words.ts";
import type { chatWords } from "./words.en.ts";

/** What the page of a chat says around its cards, in German. */
export const chatWordsDe: TextsOf<typeof chatWords> = {
  // announcer.tsx
  waitsForOthers: "{tool} auf {server} wartet. {who}",
  // chat-header.tsx
  untitled: "Ohne Titel",
  newChat: "Neuer Chat",
  chatSettings: "Chat-Einstellungen",
  // chat-settings.tsx
  instructions: "Anweisungen",
  whatTheAgentShouldKnow:
    "Was der Agent wissen und wie er sich in diesem Chat verhalten soll. Sie gelten ab Ihrer nächsten Anfrage.",
  model: "Modell",
  shadowModeShowCalls: "Schattenmodus: Aufrufe zeigen, nichts ausführen",
  shadowModeHint:
    "Die Werkzeugaufrufe des Agenten erscheinen im Chat, und keiner davon läuft. Ein: sofort. Aus: ab Ihrer nächsten Nachricht.",
  showReviewers: "Prüfern die Worte um einen Aufruf zeigen",
  showReviewersHint:
    "Wer einen Aufruf dieses Chats für Sie beantworten darf, liest, solange er wartet, was Sie und der Assistent davor geschrieben haben. Sonst nichts aus dem Chat.",
  cancel: "Abbrechen",
  saveSettings: "Einstellungen speichern",
  // chat-tools-button.tsx
  chooseTools: "{words}: Werkzeuge wählen",
  toolsInThisChat: "Werkzeuge in diesem Chat",
  toolsFound: "Findet Werkzeuge unter {count}",
  toolsTooMany: "{count} Werkzeuge sind zu viele",
  toolsAll: "{count, plural, =0 {Keine Werkzeuge} one {1 Werkzeug} other {{count} Werkzeuge}}",
  // chat-tools-dialog.tsx
  searchTools: "Werkzeuge suchen",
  allOn: "Alle ein",
  allOff: "Alle aus",
  serversAndTheirTools: "Server und ihre Werkzeuge",
  noToolsAreThere: "Es gibt keine Werkzeuge.",
  noToolHasTheseWords: "Kein Werkzeug hat diese Worte.",
  whatYouSwitchOff: "Was Sie ausschalten, gilt sofort; was Sie einschalten, ab Ihrer nächsten Anfrage.",
  save: "Speichern",
  theModelSees: "Das Modell sieht {on, plural, =0 {keine Werkzeuge} one {1 Werkzeug} other {{on} Werkzeuge}}.",
  tooManyAndNoneFound:
    "{on} Werkzeuge sind eingeschaltet, und dieses Modell nimmt {most} auf einmal. Das Werkzeug, das andere findet, ist ihm verborgen, deshalb sieht es keines: Schalten Sie einige aus.",
  tooManyButItFinds:
    "{on} Werkzeuge sind eingeschaltet, und dieses Modell nimmt {most} auf einmal. Es findet mit find_tools, was es braucht, und sieht, was es gefunden hat. {found, plural, =0 {Gefunden hat es noch keines.} other {Gefunden hat es bisher {found}.}}",
  // composer.tsx
  message: "Nachricht",
  writeTheNextMessage: "Nächste Nachricht schreiben",
  writeAMessage: "Nachricht schreiben",
  enterSends: "@ Ressource, / Prompt, ⇧ Enter: neue Zeile",
  stop: "Stopp",
  send: "Senden",
  // demo-banner.tsx
  demoModel: "Demomodell.",
  thereIsNoAi:
    "Hinter diesem Chat steht keine KI; er kennt einige feste Anfragen, auf Englisch. Die Werkzeuge, die Karten und die Dateien sind echt.",
  useARealModel: "Ein echtes Modell verwenden",
  // earlier-messages.tsx
  showEarlierMessages: "Frühere Nachrichten zeigen",
  earlierMessagesUnread: "Die früheren Nachrichten waren nicht zu lesen. Versuchen Sie es noch einmal.",
  // empty-chat.tsx
  theFileAppearsQuietly: "Die Datei entsteht ohne Frage; vor dem Löschen werden Sie gefragt.",
  onlyReads: "Liest nur, läuft also von selbst.",
  movesMoney: "Bewegt Geld, also sehen Sie den ganzen Aufruf, bevor er läuft.",
  asksForWhatIsMissing: "Der Server fragt Sie nach dem, was fehlt.",
  nothingConsequential: "Nichts von Belang ohne Ihre Unterschrift",
  askForSomething:
    "Bitten Sie um etwas. Bevor ein Werkzeug etwas ändert, wird Ihnen sein vollständiger Aufruf vorgelegt, und er läuft erst, wenn Sie ihn genehmigen.",
  requestsToTry: "Anfragen zum Ausprobieren",
  whatYourServersCanDo: "Was Ihre Server können",
  andMore: "und {more} weitere",
  // held-message.tsx
  yourMessage: "Ihre Nachricht",
  whatACancelledCard: "Was eine abgebrochene Karte verlangt, läuft nicht.",
  dontSend: "Nicht senden",
  keepWaiting: "Weiter warten",
  askAboutInstead: "Stattdessen {open, plural, one {dazu} other {zu ihnen}} nachfragen",
  sendAndCancel: "Senden und abbrechen",
  noCardWaits: "Es wartet keine Karte mehr.",
  cancelsACard: "Senden bricht eine offene Karte ab{others, plural, =0 {} other {, die jemand anderes beantwortet}}.",
  cancelsCards:
    "Senden bricht {open} offene Karten ab{whose, select, own {} others {, die andere beantworten} other {, davon {others} für andere}}.",
  // model-picker.tsx
  priceOfTokens: "{read} $ zum Lesen, {written} $ zum Schreiben von einer Million Tokens",
  // queued-messages.tsx
  queuedMessages: "Wartende Nachrichten",
  sentAfterThisAnswer: "Wird nach dieser Antwort gesendet",
  removeText: "„{text}“ entfernen",
  // server-alarms.tsx
  isNotAsItWas: "{title} ist nicht mehr wie zuvor",
  lookAtItOnTheTools: "Auf der Seite Werkzeuge ansehen",
  // server-tools.tsx
  onOfAll: "{on} von {all}",
  found: "gefunden",
  // shadow-banner.tsx
  shadowMode: "Schattenmodus.",
  nothingRunsInTheApp: "Werkzeugaufrufe werden gezeigt, und in der ganzen App läuft keiner.",
  seeThePolicies: "Regeln ansehen",
  nothingRunsInThisChat:
    "Werkzeugaufrufe werden in diesem Chat gezeigt, und keiner davon läuft. Die Chat-Einstellungen schalten das aus.",
  // thread-tail.tsx
  chatWasDeleted: "Dieser Chat wurde gelöscht, hier oder in einem anderen Tab. Beginnen Sie einen neuen.",
  retry: "Wiederholen",
  sending: "Wird gesendet",
  thinking: "Denkt nach",
  reconnecting: "Die Verbindung zum Server wird neu aufgebaut. Nichts ist verloren.",
  theModelIsBusy: "Das Modell ist überlastet.",
  askingAgain: "Wird noch einmal gefragt …",
  askingAgainIn: "Wird in {seconds} s noch einmal gefragt.",
  askedAgainByItself: "Es wird von selbst noch einmal gefragt.",
  // thread.tsx
  conversation: "Gespräch",
  jumpToTheLatest: "Zum Neuesten springen",
  // waiting-cards.tsx
  goToCard: "Zur Karte",
  nextCard: "Nächste Karte",
  cardsWaitForOthers: "{others, plural, one {Eine Karte wartet} other {{others} Karten warten}} auf jemand anderes.",
  cardsWaitForYou:
    "{own, plural, one {Eine Karte wartet} other {{own} Karten warten}} auf Sie{others, plural, =0 {} other {, {others} auf jemand anderes}}.",
  // batch-button.tsx
  approveAllLowRisk: "Alle {count} mit geringem Risiko genehmigen …",
  // batch-calls.tsx
  scrollThroughEveryCallAndAll:
    "Rollen Sie zuerst durch alle Aufrufe und alle ihre Argumente: Nicht jeder Teil war auf dem Bildschirm.",
  enterNeverSigns: "Enter allein unterschreibt nie. Drücken Sie die Leertaste.",
  callsToAnswerTogether: "{count} Aufrufe, zusammen zu beantworten",
  eachOnItsOwnNothingElse: "Jeder wird einzeln beantwortet. Sonst nichts.",
  scrollingList: "Liste zum Rollen: Aufrufe, zu beantworten",
  callsToAnswer: "Aufrufe, zu beantworten",
  notAmongThem: "Nicht dabei, weil sie einzeln anzusehen sind:",
  someNotAnswered: "Einige wurden nicht beantwortet; ihre Karten sagen mehr.",
  close: "Schließen",
  notNow: "Jetzt nicht",
  declineThese: "Diese {count} ablehnen",
  approveThese: "Diese {count} genehmigen",
  submitting: "Wird gesendet …",
  toolOnServer: "{tool} auf {server}",
  approved: "Genehmigt",
  declined: "Abgelehnt",
  notAnswered: "Nicht beantwortet: {why}",
  // batch-dialog.tsx
  approveCalls: "{count} Aufrufe genehmigen?",
  // call-row.tsx
  callNumber: "Aufruf {number}",
  dotCall: ". Aufruf",
  columnOfCall: "{column} von {name}",
  leftOut: "weggelassen",
  unusual: "ungewöhnlich",
  closeCall: "Schließen<b>: {name}</b>",
  openCall: "Öffnen<b>: {name}</b>",
  detailsOfCall: "Details<b>: {name}</b>",
  declineCall: "Ablehnen<b>: {name}</b>",
  thatWasTooSoon: "Das war zu früh. Warten Sie einen Moment.",
  // call-table.tsx
  scrollThroughEveryCall: "Rollen Sie zuerst durch alle Aufrufe: Nicht jeder Teil war auf dem Bildschirm.",
  enterDoesNotSign: "Enter allein unterschreibt nicht. Drücken Sie die Leertaste.",
  approvalNeeded: "Genehmigung nötig",
  answered: "Beantwortet",
  inAllOfThem: "In allen:",
  callsOfTool: "Aufrufe von {tool}",
  number: "Nummer",
  answer: "Antwort",
  eachOnItsOwn: "Jeder wird einzeln beantwortet. Enter allein unterschreibt nicht.",
  declineCount: "{count} ablehnen",
  approveCount: "{count} genehmigen",
  // use-call-answers.ts
  answerNotConfirmed:
    "Wir wissen nicht, ob Ihre Antwort angekommen ist. Versuchen Sie es noch einmal; sie zählt nur einmal.",
  // assistant-message.tsx
  theAssistantAnswered: "Der Assistent hat geantwortet:",
  askForTheRest: "Nach dem Rest fragen",
  thinkingNow: "Denkt nach …",
  reasoning: "Überlegungen",
  // call-detail.tsx
  nothing: "nichts",
  // call-result.tsx
  result: "Ergebnis",
  structuredResult: "Ergebnis als Daten",
  // code-block.tsx
  text: "Text",
  code: "Code",
  copied: "Kopiert",
  copyCode: "Code kopieren",
  // copy-message.tsx
  copy: "Kopieren",
  // edit-message.tsx
  editedRequest: "Bearbeitete Anfrage",
  everythingBelow: "Alles darunter wird ersetzt.",
  askAgain: "Noch einmal fragen",
  // grant-line.tsx
  allowedByYourGrant: "Durch Ihre Freigabe erlaubt: {grant}",
  revokeThisGrant: "Zurücknehmen<b>: diese Freigabe</b>",
  // markdown.tsx
  tooTangled: "Dieser Text ist zu verschachtelt, um gesetzt zu werden. Er steht hier, wie er geschrieben wurde.",
  imageOf: "Bild: {alt}",
  imageUntitled: "Bild: ohne Titel",
  table: "Tabelle",
  // queued-line.tsx
  waitsForAnotherChat: "Wartet, bis ein Formular in einem anderen Chat beantwortet ist.",
  waitsForThisChat: "Wartet, bis Ihr Formular in diesem Chat beantwortet ist.",
  waitsForYourForm: "Wartet, bis Ihr Formular in {chat} beantwortet ist.",
  // result-files.tsx
  pictureFrom: "Bild{many} von {tool}",
  soundFrom: "Ton{many} von {tool}",
  openLarge: "Groß öffnen: {title}",
  cannotDraw: "Der Browser kann dieses Bild nicht zeichnen.",
  actualSize: "Wahre Größe",
  fitToTheWindow: "Ans Fenster anpassen",
  downloadType: "Herunterladen<b>: {type}</b>",
  // tool-call.tsx
  preparing: "wird vorbereitet",
  waitsForYou: "wartet auf Sie",
  waitsForOthersHere: "wartet auf andere",
  waitsForItsServer: "wartet auf seinen Server",
  running: "läuft",
  done: "fertig",
  failed: "gescheitert",
  notCompleted: "nicht beendet",
  notRun: "nicht gelaufen",
  notAsked: "nicht gefragt",
  ranUnasked: "Ohne Frage gelaufen. {reason}",
  ranByRule: "Ohne Frage gelaufen. Regel: {reason}",
  aboutToBeReleased: "wird gleich übergeben",
  released: "an seinen Agenten übergeben",
  notReleased: "nicht übergeben",
  releasedUnasked: "Ohne Frage übergeben. {reason}",
  releasedByRule: "Ohne Frage übergeben. Regel: {reason}",
  outcomeUnknown: "Ausgang unbekannt",
  interrupted: "unterbrochen",
  arguments: "Argumente",
  error: "Fehler",
  progress: "Fortschritt",
  tool: "Werkzeug",
  // tool-calls.tsx
  calls: "{count} Aufrufe",
  notAskedAboutNotRun: "nicht gefragt, nicht gelaufen",
  // use-result-file.ts
  notLoaded: "Das konnte nicht geladen werden. Laden Sie die Seite neu, um es noch einmal zu versuchen.",
  // user-message.tsx
  youWrote: "Sie haben geschrieben:",
  attachedResources: "Angehängte Ressourcen",
  editThisRequest: "Diese Anfrage bearbeiten",
  discard: "Verwerfen",
  // attached-resources.tsx
  cut: "gekürzt",
  removeName: "{name} entfernen",
  // changed-resources.tsx
  changedAfterRead: "„{name}“ von {server} hat sich geändert, nachdem es gelesen wurde.",
  readItAgain: "Noch einmal lesen",
  moreResourcesChanged: "{count} weitere Ressourcen dieses Chats haben sich geändert.",
  // resource-dialog.tsx
  uriOfServer: "{uri} von {server}. Es sind die Worte dieses Servers.",
  content: "Inhalt",
  lastLeftOut: "Die letzten {leftOut} Zeichen passen nicht hinein und sind weggelassen.",
  // resource-links.tsx
  linkedResources: "Verlinkte Ressourcen",
  readingName: "{name} wird gelesen",
  readName: "{name} lesen",
  moreLinks: "{more} weitere Links stehen im Ergebnis.",
  putIntoYourMessage: "In Ihre Nachricht einfügen",
  // source-panel.tsx
  lookingFor: "{kind, select, resource {Ressourcen} other {Prompts}} werden gesucht",
  noServerOffers: "Kein Server bietet {kind, select, resource {eine Ressource} other {einen Prompt}} an.",
  resources: "Ressourcen",
  prompts: "Prompts",
  thereAreMore:
    "Es gibt weitere {kind, select, resource {Ressourcen} other {Prompts}}. Tippen Sie mehr vom Namen, um sie zu finden.",
  // source-picker.tsx
  attached: "Angehängt",
  readingFromTheServer: "Wird vom Server gelesen",
  makesAText: "{server} macht daraus einen Text, den Sie ändern können, bevor Sie ihn senden.",
  isAskedFor: "{server} wird nach {uri} gefragt, mit diesen Werten darin.",
  // use-attached.ts
  atMostResources: "Eine Nachricht nimmt höchstens {most} Ressourcen auf.",
  // values-dialog.tsx
  nameOptional: "{name} (freiwillig)",
  // send-surely.ts
  notSent: "Nicht gesendet: {why}",
  notSentUnreached: "Nicht gesendet: Der Server war nicht erreichbar.",
};
