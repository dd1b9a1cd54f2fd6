import type { TextsOf } from "#lib/words/words.ts";
import type { trailWords } from "./words.en.ts";

/** The lines of the audit trail, in German. */
export const trailWordsDe: TextsOf<typeof trailWords> = {
  verdict:
    "{verdict, select, allow {Erlaubt} ask {Fragt einen Menschen} other {Verweigert}}{caller, select, app {, für die App von „{name}“} asks {, für einen Agenten mit dem Schlüssel „{name}“} gateway {, für den Client „{name}“} other {}}: {reason}",
  askedForApproval: "Um Genehmigung gebeten",
  serverAsked: "Der Server hat etwas gefragt",
  decided:
    "{action, select, accept {Genehmigt} decline {Abgelehnt} cancel {Verworfen} other {Anstelle des Werkzeugs beantwortet, nicht gelaufen,}}{named, select, yes { von {name}} other {}} {via, select, chat {in der App} rest {über die API} key {durch ein Programm mit Schlüssel} other {durch ein Skript}}",
  afterTyping: "nachdem eingetippt war, worauf es zielt",
  withOtherArguments: "mit anderen Argumenten",
  withANote: "mit einer Notiz",
  onlyForWhatWasRead: "nur für das, was die Vorschau gelesen hatte",
  attested:
    "Der Client „{client}“ sagt, dass sein Nutzer{named, select, yes { {name}} other {}} {action, select, accept {genehmigt hat} decline {abgelehnt hat} cancel {die Frage verworfen hat} other {anstelle des Werkzeugs geantwortet hat}}; hier hat es niemand nachgewiesen",
  signed:
    "Unterschrieben von {name} {via, select, chat {in der App} rest {über die API} key {durch ein Programm mit Schlüssel} other {durch ein Skript}}, {signed} von {needed}",
  tightened:
    "Die Karte wurde strenger: {changes}{dropped, plural, =0 {} other { Unterschriften, die nicht mehr zählen: {dropped}.}}",
  ended: "{status, select, expired {Abgelaufen} other {Abgebrochen}}: {because}",
  extended: "Mehr Zeit gegeben{named, select, yes { von {name}} other {}}, zum {extensions}. Mal",
  explanationAsked: "Der Assistent wurde vor einer Antwort dazu gefragt{named, select, yes {, von {name}} other {}}",
  somebodyElse: "jemand anderem",
  previewRead: "{tool} wurde für eine Vorschau aufgerufen, sonst lief nichts",
  previewComputed:
    "{of, select, file {Die Änderung der Datei wurde angesehen} mail {Die E-Mail wurde angesehen} page {Die Seite wurde angesehen} other {Ein Probelauf wurde angesehen}}{named, select, yes { von {name}} other {}}, vor einer Antwort{failed, select, yes {; es schlug fehl} other {}}",
  delegated: "Von {agent} einem Agenten gegeben",
  cleared:
    "Freigemacht {by, select, policy {durch eine Regel} person {durch einen Menschen} client {durch das Wort eines Clients} grant {durch eine Freigabe} other {nach der Frage seines Servers}}",
  started: "{elsewhere, select, yes {Wird gleich übergeben} other {Begonnen}}",
  repeated: "Noch einmal begonnen, weil niemand wusste, wie es geendet hatte",
  askedForTask: "Sein Server arbeitet daran als Aufgabe: nach einem Neustart nachgefragt, nicht noch einmal gesendet",
  finished:
    "{outcome, select, done {Beendet} released {An den Agenten übergeben, der fragte} other {Mit einem Fehler beendet}}",
  withFile: "mit {file}",
  reported: "Der Agent sagt, dass es {outcome, select, done {gelaufen} other {fehlgeschlagen}} ist",
  unknownOutcome: "Ausgang unbekannt: {reason}",
  policyChanged: "{file} gilt nun, {how, select, firststart {wie beim ersten Start} other {weil es nur strenger ist}}",
  policyWaiting: "{file} wartet auf den Eigentümer: {loosens}",
  policyRefused: "{file} hat Fehler, deshalb gilt weiter, was vorher galt: {problem}",
  policyNotFollowed: "{file} wird nicht mehr gelesen, deshalb gilt weiter, was galt: {problem}",
  policyFollowed: "{file} wird wieder gelesen",
  policyConfirmed: "{file} bestätigt, wie es gezeigt war",
  policyKept:
    "{by, select, person {Das frühere {file} behalten} other {{file} wurde zurückgeändert, bevor es jemand bestätigte}}",
  ruleAdded:
    "Regel „{id}“ hinzugefügt: Sie {verdict, select, allow {erlaubt} ask {fragt} other {verweigert}}{hides, select, yes { und verbirgt ihre Werkzeuge vor dem Modell} other {}}",
  ruleRemoved: "Regel „{id}“ entfernt: Sie {verdict, select, allow {erlaubte} ask {fragte} other {verweigerte}}",
  suggestionDismissed: "Der Vorschlag einer Regel für {tool} verworfen",
  toolListsSet: "Listen der Werkzeuge gesetzt, die fragen oder verweigert werden",
  toolListsRemoved: "Listen der Werkzeuge entfernt, die fragen oder verweigert werden",
  shadowMode:
    "Schattenmodus {of, select, chat {dieses Chats} other {der ganzen App}} {on, select, yes {eingeschaltet: nichts läuft} other {ausgeschaltet}}",
  chatShown:
    "Worte um Aufrufe {of, select, chat {dieses Chats} other {neuer Chats}} denen, die antworten dürfen, {on, select, yes {gezeigt} other {verborgen}}",
  grantGiven: "Freigegeben: {sentence}",
  grantUsed: "{elsewhere, select, yes {Durch eine Freigabe erlaubt} other {Lief durch eine Freigabe}}, zum {uses}. Mal",
  grantRevoked: "Eine Freigabe für {tool} wurde widerrufen",
  grantEnded:
    "Eine Freigabe für {tool} {because, select, usedup {ist aufgebraucht} definitionchanged {endete, weil sich das Werkzeug geändert hat} serverremoved {endete, weil sein Server entfernt wurde} signedinanew {endete, weil sich jemand für alle neu bei seinem Server angemeldet hat} passwordreset {endete, weil das Passwort ihrer Person zurückgesetzt wurde} disabled {endete, weil ihre Person gesperrt wurde} askedbyprogram {endete, weil ein Programm ihren Chat benutzt} lapsed {lief aus, weil ihre Zeit vorbei war} acceptoutdated {endete, weil die Genehmigung, mit der sie gegeben war, nicht zählte} other {endete mit ihrem Chat, der gelöscht wurde}}",
  claimed:
    "{by, select, link {Ein Browser hat sich mit einem Link angemeldet} other {Der erste Browser hat sich angemeldet}}",
  linkMade: "Ein Link zum einmaligen Gebrauch wurde gemacht",
  keyCreated:
    "{signedIn, select, yes {Ein Client von {host} wurde eingelassen} other {Ein API-Schlüssel wurde gemacht}}: „{name}“, für {scopes}{limited, select, yes {; seinem Client {tools, plural, one {wird ein Werkzeug} other {werden # Werkzeuge}} angeboten} other {}}{attesting, select, yes {; das Wort seines Clients zählt bis Risiko {attests}} other {}}",
  keyNarrowed:
    "Dem Client des API-Schlüssels „{name}“ {tools, plural, one {wird von jetzt an nur ein Werkzeug} other {werden von jetzt an nur # Werkzeuge}} angeboten",
  keyRevoked:
    "Ein API-Schlüssel {why, select, passwordreset {endete, weil das Passwort seines Inhabers zurückgesetzt wurde} disabled {endete, weil sein Inhaber gesperrt wurde} client {endete, weil sein Client ihn zurückgab oder einen Code oder ein Token zweimal zeigte} other {wurde widerrufen}}: „{name}“",
  keyRestored: "Ein Client, der widerrufen war, wurde wieder eingelassen: „{name}“",
  modelConnected:
    "Die Modelle von {host} wurden verbunden, für {personal, select, yes {diese Person allein} other {alle}}",
  modelChanged:
    "Die Modelle von {host} wurden geändert{newKey, select, yes {, mit neuem Schlüssel} other {}}; gezeigt: {some, select, yes {{shown}} other {keine}}",
  modelDisconnected: "Die Modelle von {host} wurden getrennt",
  firstModelAgain: "Das erste Modell ist wieder der Standard",
  defaultModel: "Das Standardmodell ist {model}",
  webhookAdded: "Ein Webhook zu {host} wurde hinzugefügt{withArguments, select, yes {, er bekommt Argumente} other {}}",
  webhookRemoved: "Der Webhook zu {host} wurde entfernt",
  pushSubscribed: "Ein Browser bekommt nun Push-Mitteilungen, über {host}",
  pushRemoved:
    "Ein Browser bekommt keine Push-Mitteilungen mehr: {why, select, person {jemand hat es so gewollt} gone {er nimmt keine mehr an} moved {jemand anderes benutzt ihn jetzt} other {seine Person wurde überall abgemeldet}}",
  serverAdded: "Server {server} hinzugefügt {by, select, file {durch mcp.json} other {in der App}}: {origin}",
  serverChanged: "Server {server} geändert: {changes}",
  serverRemoved: "Server {server} entfernt",
  serverDisabled: "Server {server} {disabled, select, yes {ausgeschaltet} other {eingeschaltet}}",
  commandConfirmed:
    "Server {server} darf gestartet werden: {command}{private, select, yes {, das führt in ein privates Netz, zu {addresses}} other {}}",
  serverSignedIn:
    "Beim Server {server} angemeldet, auf {host}, für {forAll, select, yes {alle} other {eine Person allein}}",
  serverSignedOut:
    "Vom Server {server} abgemeldet{forAll, select, yes {, für alle} other {}}{why, select, address {, weil seine Adresse jetzt eine andere ist} refused {, weil die Anmeldung dort nicht verlängert wurde} other {}}",
  settingChanged:
    "{setting, select, approval {Genehmigung} prompt {Frage} risk {Risiko} timeout {Zeit zum Antworten} who {Wer antworten darf} exposure {Angebot} other {Vorschau}} für {tool} auf {server} geändert: {from} → {to}{lowers, select, yes {, das schützt es weniger} other {}}",
  usualTimeouts:
    "Karten warten {minutes} Minuten im Chat und {hours} Stunden bei anderen, vorher {formerMinutes} Minuten und {formerHours} Stunden",
  clientRisk:
    "Clients werden Werkzeuge bis Risiko {to} angeboten, vorher bis {from}{lowers, select, yes {, das schützt Werkzeuge weniger} other {}}",
  toolReviewed:
    "{what, select, instructions {Anweisungen} app {App {tool}} other {Definition von {tool}}} auf {server} angenommen{by, select, file {, weil mcp.json dem Server vertraut} command { mit dem neuen Befehl des Servers} other {}}",
  toolRejected:
    "{what, select, instructions {Anweisungen} app {App {tool}} other {Definition von {tool}}} auf {server} abgelehnt",
  toolWaits:
    "{isNew, select, yes {{what, select, instructions {Neue Anweisungen} app {Neue App {tool}} other {Neues Werkzeug {tool}}}} other {{what, select, instructions {Geänderte Anweisungen} other {Geänderte Definition von {tool}}}}} auf {server} {what, select, instructions {sind} other {ist}} zu prüfen",
  proved:
    "nachgewiesen {by, select, password {mit einem Passwort} oidc {durch die Anmeldung der Organisation} passkey {mit einem Passkey} invitation {durch eine Einladung} setup {durch den Link zum Einrichten} reset {durch einen Link für ein neues Passwort} link {durch einen Link der Konsole} other {mit einem API-Schlüssel}}{when, select, known { {ago}} unknown {, wann, ist nicht bekannt} other {}}",
  firstVisit: "im Browser, der die App zuerst öffnete, {when, select, known {{ago}} other {wann, ist nicht bekannt}}",
  provedUnrecorded: "wie es nachgewiesen wurde, ist nicht vermerkt",
  ago: "{unit, select, day {{count, plural, one {# Tag} other {# Tage}}} hour {{count, plural, one {# Stunde} other {# Stunden}}} minute {{count, plural, one {# Minute} other {# Minuten}}} other {gerade}} vorher",
  ownerSetUp: "Das Konto des Eigentümers wurde{again, select, yes { durch einen Link neu} other {}} eingerichtet",
  signedInBy: "Angemeldet {by}{asked, select, yes {, die {ago} gefragt hatte, wer es ist} other {}}",
  signedOut: "{everywhere, select, yes {Überall abgemeldet} other {Abgemeldet}}",
  couldNotSignIn: "Konnte sich nicht anmelden {by}: {why}",
  tooManyTries: "Zu viele Versuche {of}",
  moreFailed:
    "{count, plural, one {# weitere Anmeldung} other {# weitere Anmeldungen}} {by} zwischen {from} und {to} UTC fehlgeschlagen: {why}",
  moreRefused:
    "{count, plural, one {# weiterer Versuch} other {# weitere Versuche}} zwischen {from} und {to} UTC verweigert: zu viele {of}",
  wayIn:
    "{by, select, password {mit einem Passwort} oidc {durch die Anmeldung der Organisation} invitation {durch eine Einladung} setup {durch den Link zum Einrichten} reset {durch einen Link für ein neues Passwort} other {mit Passwort und Passkey}}",
  signInProblem:
    "{why, select, wrong {kein solches Konto, oder ein falsches Passwort} disabled {die Person ist gesperrt} refusedbyprovider {die Anmeldung der Organisation hat nicht für sie gebürgt} emailnotverified {die Anmeldung der Organisation hat ihre E-Mail-Adresse nicht geprüft} domainnotallowed {ihre E-Mail-Adresse gehört zu einer anderen Domain} notinvited {niemand hat sie eingeladen} accountexists {jemand hier hat ihre E-Mail-Adresse und meldet sich anders an} connectedelsewhere {sie ist hier mit jemand anderem verbunden} connectedotherwise {ein anderes ihrer Konten dort ist schon verbunden} passkeyrefused {ihr Passkey passte nicht} other {wer sie verbinden wollte, hat sich inzwischen abgemeldet, oder es dauerte zu lange}}",
  limitOf:
    "{of, select, account {zur Anmeldung bei einem Konto} everybody {zur Anmeldung auf einmal} browser {zur Anmeldung aus einem Browser, der schon einmal angemeldet war} session {zum Bestätigen in einer Sitzung} other {einer Person in einer Minute}}",
  role: "{role, select, member {Mitglied} reviewer {Prüfer} admin {Admin} other {Eigentümer}}",
  invited: "{email} eingeladen als {role}",
  invitationWithdrawn: "Die Einladung von {email} zurückgenommen",
  joined: "Beigetreten als {role}, {by}",
  roleChanged: "Die Rolle von {name} geändert von {from} zu {to}",
  personDisabled: "{name} gesperrt und sofort abgemeldet",
  personEnabled: "{name} entsperrt",
  sessionsEnded: "{name} überall abgemeldet",
  passwordChanged: "Das eigene Passwort geändert",
  resetMade: "Einen Link gemacht, mit dem {name} ein neues Passwort wählen darf",
  passwordReset: "Durch einen Link ein neues Passwort gewählt; alle eigenen Sitzungen endeten",
  passkeyAdded: "Den Passkey „{name}“ hinzugefügt",
  passkeyRemoved: "Den Passkey „{name}“ entfernt",
  passkeysReset: "Der Link nahm {count, plural, one {den Passkey} other {# Passkeys}} weg",
  passkeyCopied: "Jemand hat eine Kopie des Passkeys „{name}“: Er gilt nicht mehr",
  sessionEnded: "Einen anderen Browser abgemeldet{said, select, yes {, {browser}} other {}}",
  connectedOneself: "Die Anmeldung der Organisation mit dem eigenen Konto verbunden",
  connectedByAddress: "Die Anmeldung der Organisation wurde über die E-Mail-Adresse verbunden",
  accountDisconnected: "Die Anmeldung der Organisation vom eigenen Konto getrennt",
  teamEnded:
    "Die App gehört wieder einer Person: {count, plural, one {# Sitzung} other {# Sitzungen}} des Teams beendet",
};
