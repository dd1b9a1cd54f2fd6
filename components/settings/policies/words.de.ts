import type { TextsOf } from "#lib/words/words.ts";
import type { policyWords } from "./words.en.ts";

/** What the settings of rules say, and the page that foresees what asks, in German. */
export const policyWordsDe: TextsOf<typeof policyWords> = {
  // decided-by.tsx
  notOffered: "Nicht angeboten",
  line1: "Zeile 1 von 8: Alles ist angehalten",
  line2: "Zeile 2 von 8: verweigert",
  line3: "Zeile 3 von 8: war nicht zu entscheiden",
  line4: "Zeile 4 von 8: jedes Mal fragen",
  line5: "Zeile 5 von 8: Ihre Freigabe",
  line6: "Zeile 6 von 8: eine Regel",
  line7: "Zeile 7 von 8: nicht fragen",
  line8: "Zeile 8 von 8: was sonst gilt",
  shadowModeAndPolicies: "Schattenmodus und Regeln",
  yourGrants: "Ihre Freigaben",
  whereTheToolIsOffered: "Wo das Werkzeug angeboten wird",
  theRuleId: "Die Regel {ruleId}",
  savedInTheApp: ", in der App gespeichert",
  inPolicyYaml: ", in policy.yaml",
  theFileDecides: "Die Datei {file} neben policy.yaml entscheidet.",
  asPoliciesSay: "Wie die Regeln sagen",
  askEveryTime: "Jedes Mal fragen",
  doNotAsk: "Nicht fragen",
  riskOf5: "{risk} von 5",
  nobodyHereCouldApproveIt: "Niemand hier könnte es genehmigen. {neverApproved}",
  anAdminOrOwnerCan: "Ein Admin oder der Eigentümer kann das auf der Seite Werkzeuge ändern.",
  approval: "Genehmigung",
  risk: "Risiko",
  trustServer: "{server} vertrauen",
  trustServerForNameAnd: "{server} vertrauen, für {name} und seine anderen Werkzeuge",
  labelOfOf: "{label} von {of}",
  // foreseen-badge.tsx
  runs: "Läuft",
  asksYou: "Fragt Sie",
  asksOthers: "Fragt andere",
  aReviewerWhoIsSomebodyElse: "ein Prüfer, der jemand anderes ist",
  neededOfNames: "{needed} von {names}",
  // verdict-badge.tsx
  allow: "Erlauben",
  ask: "Fragen",
  refuse: "Verweigern",
  // policy-server.ts
  theServerCouldNotBe: "Der Server war nicht erreichbar.",
  theRuleHasErrors: "Die Regel hat Fehler.",
  // foreseen-row.tsx
  rulesWithConditions: "{rules, plural, one {eine Regel mit einer Bedingung} other {# Regeln mit Bedingungen}}",
  aLimitedGrantOfYours: "eine begrenzte Freigabe von Ihnen",
  aPolicyInCode: "eine Regel in Code",
  firstAndLast: "{first} und {last}",
  someCallsMayDiffer:
    "Manche Aufrufe können anders ausgehen: Auf die Argumente {many, select, yes {achten} other {achtet}} {what}.",
  draftARule: "Regel entwerfen",
  draftARuleForName: "Regel entwerfen: {name}",
  tryACall: "Aufruf ausprobieren",
  tryACallOfName: "Aufruf ausprobieren: {name}",
  // action-choice.tsx
  whatHappensThen: "Was dann geschieht",
  theCallRuns: "Der Aufruf läuft, und niemand wird gefragt.",
  aPersonSeesACard: "Ein Mensch sieht eine Karte.",
  theCallDoesNotRun: "Der Aufruf läuft nicht, und das Modell erfährt, warum.",
  whoIsAskedIsSet: "Wer gefragt wird, ist für jedes Werkzeug festgelegt: <link>Werkzeuge</link>",
  onlyAnOwnerSavesA: "Nur der Eigentümer speichert eine Regel, die erlaubt.",
  doNotShowTheseTools: "Dem Modell diese Werkzeuge nicht zeigen",
  reason: "Grund",
  whatTheCardSaysAnd:
    "Was die Karte sagt und das Modell liest. Er darf leer bleiben. '{'toolName'}' steht für das Werkzeug.",
  cardsSayOnlyThatAn:
    "Karten sagen nur, dass ein Admin die Regel hinzugefügt hat: Die Worte einer Regel gibt der Eigentümer.",
  // condition-list.tsx
  onWhatCondition: "Unter welcher Bedingung",
  whateverTheArgumentsAre: "Bei allen Argumenten.",
  howTheConditionsAreJoined: "Wie die Bedingungen verbunden sind",
  and: "und",
  or: "oder",
  addACondition: "Bedingung hinzufügen",
  // condition-row.tsx
  conditionPlace: "Bedingung {place}",
  arguments: "Argumente",
  counted: "Gezählt",
  theCall: "Der Aufruf",
  earlierCallsToday: "Frühere Aufrufe heute",
  earlierCallsInTheChat: "Frühere Aufrufe im Chat",
  totalToday: "Summe von {argument} heute",
  totalInTheChat: "Summe von {argument} im Chat",
  comparesNumber: "{words} (Zahl)",
  comparesNumbers: "{words} (Zahlen)",
  comparesTruth: "{words} (wahr oder falsch)",
  whatLabelLooksAt: "{label}: worauf sie achtet",
  anotherArgument: "Anderes Argument …",
  comparisonOfLabel: "{label}: Vergleich",
  valueOfLabel: "{label}: Wert",
  remove: "Entfernen",
  removeLabel: "{label} entfernen",
  argumentOfLabel: "{label}: Argument",
  aDotLeadsToA: "Ein Punkt führt zu einem Feld darin.",
  theToolDoesNotName: "Das Werkzeug nennt kein Argument {path}. Aufrufe ohne dieses fragen.",
  forAPathChooseIs: "Wählen Sie für einen Pfad „liegt in“: Auch notes/../keys beginnt mit notes/.",
  // narrower-choice.tsx
  whoCallsWhoseChatWhich: "Wer aufruft, wessen Chat, welches Risiko",
  whoCalls: "Wer aufruft",
  otherCallers: "Andere Aufrufer",
  oneOnEachLineLike: "Einer je Zeile, wie agent:mail, gateway:laptop oder asks:ci-*.",
  roleName: "{role, select, member {Mitglied} reviewer {Prüfer} admin {Admin} other {Eigentümer}}",
  roleOfThePerson: "Rolle der Person",
  people: "Personen",
  eMailAddressesOrIds: "E-Mail-Adressen oder Ids, eine je Zeile.",
  riskOfTheTool: "Risiko des Werkzeugs",
  whatItsServerSaysOf: "Was sein Server von dem Werkzeug sagt",
  theWordOfAServer: "Das Wort eines Servers, dem nicht vertraut wird, kann Aufrufe nur strenger machen.",
  whatever: "beliebig",
  true: "wahr",
  false: "falsch",
  // operand-field.tsx
  labelOneNumberOnEach: "{label}, eine Zahl je Zeile",
  oneOnEachLine: "Je Zeile ein Wert.",
  labelOneOnEachLine: "{label}, je Zeile einer",
  choose: "Wählen …",
  typeANumberLike100: "Geben Sie eine Zahl ein, wie 100 oder 2.5 (mit Punkt).",
  // rule-form-view.tsx
  name: "Name",
  cardsTheAuditAndRecords: "So nennen Karten, Protokoll und Aufzeichnungen die Regel.",
  // rule-sentence.tsx
  whereAValueIsMissing: "Fehlt ein Wert oder ist er von anderer Art, fragt der Aufruf. Strengere Regeln gehen vor.",
  // tool-choice.tsx
  whichTools: "Welche Werkzeuge",
  server: "Server",
  anyServer: "Jeder Server",
  toolValue: "Werkzeug {value}",
  everyTool: "Jedes Werkzeug",
  aNameOrPattern: "Ein Name oder Muster …",
  labelNameOrPattern: "{label}, Name oder Muster",
  removeToolValue: "Werkzeug {value} entfernen",
  addATool: "Werkzeug hinzufügen",
  standsForAnyCharacters: "* steht für beliebige Zeichen.",
  n1ToolFitsNow: "Jetzt passt 1 Werkzeug",
  fittingToolsFitNow: "Jetzt passen {fitting} Werkzeuge",
  andMoreMore: "und {more} weitere",
  // policies-screen.tsx
  policies: "Regeln",
  theStoredPolicyIsNot:
    "Die gespeicherten Regeln sind nicht zu verstehen, deshalb wird jeder Aufruf verweigert, bis der Eigentümer andere bestätigt. {broken}",
  changesOfPolicyYamlAre:
    "Änderungen von policy.yaml werden nicht übernommen, und was galt, gilt weiter: {notFollowed}. Ihr wird wieder gefolgt, sobald sie eine lesbare Datei ist.",
  inForce: "Was gilt",
  ifSeveralRulesMatchA:
    "Passen mehrere Regeln zu einem Aufruf, gilt die strengste: verweigern, dann fragen, dann erlauben. {otherwise} <link>Ansehen, was jedes Werkzeug tut</link>",
  annotatedOtherwise:
    "Aufrufe, zu denen keine passt, laufen nur, wo ein Server, dem vertraut wird, sagt, dass das Werkzeug nur liest; die anderen fragen.",
  denyAllOtherwise: "Die Regel denyAll verweigert jeden Aufruf, was sie auch sagen.",
  codeOtherwise: "Neben ihnen urteilen Regeln in Code.",
  thereAreNoRules: "Es gibt keine Regeln.",
  howLongCardsWait: "Wie lange Karten warten",
  aCardThatNobodyAnswers:
    "Eine Karte, die niemand beantwortet, läuft ab, und ihr Aufruf läuft nicht. Eine Zeit, die für ein Werkzeug festgelegt ist, geht vor.",
  stopEverything: "Alles anhalten",
  oneMoment: "Einen Moment …",
  // rehearsal-view.tsx
  asItWas: "Wie es war",
  withThisPolicy: "Mit diesen Regeln",
  itWouldAskAboutAsk:
    "Bei {ask} von {calls, plural, one {# aufgezeichneten Aufruf} other {# aufgezeichneten Aufrufen}} würde gefragt, so vielen wie zuvor.",
  itWouldAskAboutAsk2:
    "Bei {ask} von {calls, plural, one {# aufgezeichneten Aufruf} other {# aufgezeichneten Aufrufen}} würde gefragt, statt bei {ask2}.",
  refusedCallsHidden:
    "{hidden, plural, one {# verweigerter Aufruf gilt} other {# verweigerte Aufrufe gelten}} einem Werkzeug, das das Modell nicht gesehen hätte.",
  callsHidden:
    "{hidden, plural, one {# Aufruf gilt} other {# Aufrufe gelten}} einem Werkzeug, das das Modell nicht gesehen hätte.",
  itIsTriedOnYour:
    "Sie wird nur an Ihren eigenen Aufrufen geprobt, weil eine Regel von Ihnen eine Bedingung hat. Der Eigentümer kann sie an allen Aufrufen proben.",
  thisRuleWouldHaveDecided:
    "Diese Regel hätte keinen von {calls, plural, one {# aufgezeichneten Aufruf} other {# aufgezeichneten Aufrufen}} entschieden.",
  thisRuleWouldHaveDecided2:
    "Diese Regel hätte {decided} von {calls, plural, one {# aufgezeichneten Aufruf} other {# aufgezeichneten Aufrufen}} entschieden. {differs}",
  outcomesStay: "{decided, plural, one {Er geht aus wie heute.} other {Sie gehen aus wie heute.}}",
  outcomesDiffer: "{decided, plural, one {Er geht anders aus als heute.} other {Alle gehen anders aus als heute.}}",
  someDiffer: "{differ, plural, one {# davon geht anders aus als heute.} other {# davon gehen anders aus als heute.}}",
  today: "Heute",
  withThisRule: "Mit dieser Regel",
  itMatchesMore:
    "Sie passt zu {more, plural, one {# weiteren Aufruf, den} other {# weiteren Aufrufen, die}} etwas mindestens so Strenges entscheidet.",
  undecidedOfTheseAsksAsk:
    "{undecided, plural, one {# Aufruf davon fragt} other {# Aufrufe davon fragen}}, weil die Bedingung an den Argumenten nicht zu entscheiden ist.",
  thereAreNoRecordedCalls: "Noch gibt es keine aufgezeichneten Aufrufe für die Probe.",
  when: "Wann",
  asked: "Gefragt",
  ranUnasked: "Ungefragt gelaufen",
  refused: "Verweigert",
  itWouldLetNothingThrough: "Es würde nichts durchlassen, was jemand abgelehnt oder geändert hat.",
  itWouldRunACall: "Es würde einen Aufruf ohne Frage laufen lassen, den jemand abgelehnt oder geändert hat:",
  itWouldRunAllCalls: "Es würde {all} Aufrufe ohne Frage laufen lassen, die jemand abgelehnt oder geändert hat:",
  andFirstMore: "und {first} weitere.",
  declined: "Abgelehnt",
  edited: "Geändert",
  anotherPersonsCall: "(Aufruf einer anderen Person)",
  // rule-editor.tsx
  writeTheRuleAs: "Die Regel schreiben als",
  form: "Formular",
  yaml: "YAML",
  theFormCannotShowThis: "Das Formular kann diese Regel nicht zeigen. {whyNot}",
  lineLine: "Zeile {line}:",
  discard: "Verwerfen",
  tryItOnRecordedCalls: "An aufgezeichneten Aufrufen proben",
  saveTheRule: "Regel speichern",
  rule: "Regel",
  asInPolicyYamlAn:
    "Wie in policy.yaml: eine id, wozu sie passt (server, tool, annotations, risk, caller, user, role, when) und <code>then: allow</code>, <code2>ask</code2> oder <code3>deny</code3>.",
  // rule-list.tsx
  theServerMissingWasRemoved: "Der Server {missing} wurde entfernt, deshalb passt diese Regel zu nichts.",
  nameInPolicyYaml: "{name} in policy.yaml",
  fromTheListsOfTools: "Aus den Listen von Werkzeugen",
  nameSavedByByAdded: "{name}, gespeichert von {by} {added}",
  removeId: "{id} entfernen",
  removeTheRule: "Regel entfernen",
  // shadow-switch.tsx
  shadowModeForTheWhole: "Schattenmodus für die ganze App",
  toolCallsAreShownIn:
    "Werkzeugaufrufe werden in jedem Chat gezeigt, und keiner läuft, was Regeln, Freigaben und Menschen auch sagen.",
  // suggestion-list.tsx
  suggestions: "Vorschläge",
  theseCallsWereApprovedAs:
    "Diese Aufrufe wurden immer wieder genehmigt, wie sie waren, und nie abgelehnt oder geändert. Eine Regel könnte genau sie laufen lassen.",
  toolOfServerApprovedApprovals: "{tool} von {server}, {approvals}-mal genehmigt",
  dismiss: "Verwerfen",
  seeTheRule: "Regel ansehen",
  // try-call.tsx
  nothingRunsAndNothingIs: "Nichts läuft, und nichts wird gezählt oder aufgezeichnet.",
  tool: "Werkzeug",
  titleOnServer: "{title} auf {server}",
  fillInItsArguments: "Argumente eintragen",
  theAnswerIsForExactly: "Die Antwort gilt für genau das, was hier steht.",
  willItAsk: "Wird gefragt?",
  calledBy: "aufgerufen durch: {caller}",
  // unmatched-note.tsx
  onServer: "auf {server}",
  similarSimilar: "Ähnlich: {similar}.",
  thereIsOneOnElsewhere: "Es gibt eines auf {elsewhere}.",
  noToolServerFitsIs:
    "Kein Werkzeug {server}{includes, select, yes {passt zu} other {heißt}} {pattern}.{similar}{elsewhere}",
  // usual-timeouts.tsx
  cardsInTheChatIn: "Karten im Chat, in Minuten",
  cardsThatYouAnswerYourself: "Karten, die Sie selbst beantworten.",
  cardsThatOthersAnswerIn: "Karten, die andere beantworten, in Stunden",
  reviewersFindThemInTheir: "Prüfer finden sie in ihrem Eingang.",
  save: "Speichern",
  // waiting-change.tsx
  nameHasErrors: "{name} hat Fehler",
  nameWaitsForAnOwner: "{name} wartet auf den Eigentümer",
  whatWasInForceBefore: "Was vorher galt, gilt weiter, bis die Datei in Ordnung ist.",
  whatItTightensCountsAlready:
    "Was sie strenger macht, gilt schon. Was sie auf Karten sagt, gilt, sobald der Eigentümer es bestätigt; bis dahin benutzen Karten die Worte, die zuletzt bestätigt wurden.",
  theChangeLetsMoreRun:
    "Die Änderung lässt mehr laufen oder fragt weniger als das, was gilt. Sie gilt, sobald der Eigentümer sie bestätigt.",
  itChangedAtValueIsinforce: "Geändert um {value}. {isInForce}",
  lineLineMessage: "Zeile {line}: {message}",
  linesAsBefore: "{count, plural, one {# Zeile wie vorher} other {# Zeilen wie vorher}}",
  added: "hinzugefügt:",
  removed: "entfernt:",
  whatChangedInTheFile: "was sich in der Datei geändert hat",
  keepWhatIsInForce: "Behalten, was gilt",
  confirmTheChange: "Änderung bestätigen",
  // will-it-ask-screen.tsx
  severalSettingsDecideWhetherA:
    "Mehrere Einstellungen entscheiden, ob ein Aufruf läuft, fragt oder verweigert wird. Diese Seite zeigt für jedes Werkzeug die Antwort und die eine Einstellung, die entscheidet.",
  searchServersAndTools: "Server und Werkzeuge suchen",
  thereAreNoToolsYet: "Noch gibt es keine Werkzeuge.",
  noServerOrToolHas: "Kein Server oder Werkzeug hat diese Worte.",
  trusted: "Ihm wird vertraut",
  notTrusted: "Ihm wird nicht vertraut",
  theAnswersAreForThe:
    "Die Antworten gelten für den ersten Aufruf eines neuen Chats. Ein Chat kann einen eigenen Schattenmodus, ausgeschaltete Werkzeuge und Freigaben haben.",
};
