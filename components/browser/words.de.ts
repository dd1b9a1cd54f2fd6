import type { TextsOf } from "#lib/words/words.ts";
import type { wordsInEnglish } from "./words.en.ts";

/** What the server and `lib` say in English, in German. */
export const wordsInEnglishDe: TextsOf<typeof wordsInEnglish> = {
  // Why a call asks, runs or is refused.
  "This server is not marked as trusted, so every call asks.":
    "Diesem Server wird nicht vertraut, deshalb fragt jeder Aufruf.",
  "This tool is not marked as read-only, so every call asks.":
    "Dieses Werkzeug ist nicht als nur lesend gekennzeichnet, deshalb fragt jeder Aufruf.",
  "This tool is called read-only, but its risk is {risk} of 5, so every call asks.":
    "Dieses Werkzeug heißt nur lesend, aber sein Risiko ist {risk} von 5, deshalb fragt jeder Aufruf.",
  "A trusted server says that this tool only reads.":
    "Ein Server, dem vertraut wird, sagt, dass dieses Werkzeug nur liest.",
  "The owner set this tool to ask every time.": "Der Eigentümer hat festgelegt, dass dieses Werkzeug jedes Mal fragt.",
  "The owner set this tool to run without asking.":
    "Der Eigentümer hat festgelegt, dass dieses Werkzeug ohne Frage läuft.",
  "The policy allowAll asks nobody.": "Die Regel allowAll fragt niemanden.",
  "The policy denyAll refuses every tool call.": "Die Regel denyAll verweigert jeden Aufruf.",
  "No policy said anything of this call.": "Keine Regel sagt etwas zu diesem Aufruf.",
  "The {policy} asks about this call.": "Gefragt wird wegen: {policy}.",
  "The {policy} allows this call.": "Diesen Aufruf erlaubt: {policy}.",
  "“{rule}” cannot be decided on these arguments, so a person is asked.":
    "„{rule}“ ist bei diesen Argumenten nicht zu entscheiden, deshalb wird ein Mensch gefragt.",
  "These arguments are too long for all conditions on this call to be decided, so a person is asked.":
    "Diese Argumente sind zu lang, um alle Bedingungen zu prüfen. Deshalb wird ein Mensch gefragt.",
  "These arguments are too long for all conditions on this call to be decided, so the call is refused.":
    "Diese Argumente sind zu lang, um alle Bedingungen zu prüfen. Deshalb wird der Aufruf verweigert.",
  "{count} more ask: {rules}.": "{count} weitere fragen: {rules}.",
  "This chat is in shadow mode: its tool calls are shown, and nothing runs.":
    "Dieser Chat ist im Schattenmodus: Aufrufe werden gezeigt, und nichts läuft.",
  "The person switched this tool off in this chat.": "Dieses Werkzeug ist in diesem Chat ausgeschaltet.",
  // What changed on a card since it opened, or was approved.
  "This tool's risk was raised from {from} to {to} after this card opened.":
    "Das Risiko dieses Werkzeugs wurde von {from} auf {to} erhöht, seit diese Karte offen ist.",
  "Who must approve it was changed after this card opened.":
    "Wer genehmigen muss, hat sich geändert, seit diese Karte offen ist.",
  "Less can be granted on this card than when it opened: its tool is watched more closely now.":
    "Auf dieser Karte lässt sich weniger freigeben als am Anfang: Ihr Werkzeug wird jetzt strenger überwacht.",
  "It is of high risk now: to approve it, type what the card asks for.":
    "Das Risiko ist jetzt hoch: Tippen Sie zum Genehmigen ein, was die Karte verlangt.",
  "What has to be typed to approve it was changed.": "Was zum Genehmigen einzutippen ist, hat sich geändert.",
  "This call was approved, and it has not run.": "Dieser Aufruf wurde genehmigt und ist nicht gelaufen.",
  "What its preview had read has changed since. Look at the new preview.":
    "Was seine Vorschau gelesen hatte, hat sich seitdem geändert. Sehen Sie die neue Vorschau an.",
  "What its preview had read could not be read again. Look at the new preview.":
    "Was seine Vorschau gelesen hatte, war nicht noch einmal zu lesen. Sehen Sie die neue Vorschau an.",
  "Its tool has no preview any more, so nobody knows whether anything changed.":
    "Sein Werkzeug hat keine Vorschau mehr, deshalb weiß niemand, ob sich etwas geändert hat.",
  "The grant that was given with that approval has ended too.":
    "Die Freigabe, die mit dieser Genehmigung gegeben wurde, ist auch beendet.",
  "Nothing has run: this card has changed.": "Nichts ist gelaufen: Diese Karte hat sich geändert.",
  "Look at it again.": "Sehen Sie sie noch einmal an.",
  // Refusals of answers.
  "There is no such approval.": "Diese Frage gibt es nicht.",
  "Others answer this, not you: whoever asks may not answer it.":
    "Andere antworten hier, nicht Sie: Wer fragt, darf nicht antworten.",
  "This approval has already been answered otherwise.": "Diese Frage ist schon anders beantwortet.",
  "This approval has expired; nothing was run.": "Diese Frage ist abgelaufen; nichts ist gelaufen.",
  "Some answers do not fit the form.": "Einige Antworten passen nicht zum Formular.",
  "The arguments do not fit the tool's schema.": "Die Argumente passen nicht zum Schema des Werkzeugs.",
  "The tool is not available right now, so an edit cannot be checked. Try again in a moment.":
    "Das Werkzeug ist gerade nicht da, deshalb lässt sich eine Änderung nicht prüfen. Versuchen Sie es gleich noch einmal.",
  "The tool is not available as it was shown, so it cannot be granted.":
    "Das Werkzeug ist nicht mehr da, wie es gezeigt wurde, deshalb lässt es sich nicht freigeben.",
  "Only the person whose call it is can grant it.": "Freigeben kann nur, wessen Aufruf es ist.",
  "The condition does not hold for the call on this card.":
    "Die Bedingung trifft auf den Aufruf dieser Karte nicht zu.",
  "Say something.": "Schreiben Sie etwas.",
  "Say it in {most} characters.": "Höchstens {most} Zeichen.",
  "The end must be in the future.": "Das Ende muss in der Zukunft liegen.",
  "A grant that ends does so within 30 days.": "Eine Freigabe mit einem Ende endet innerhalb von 30 Tagen.",
  "Others answer this, so only they can give it more time.":
    "Andere antworten hier, deshalb können nur sie mehr Zeit geben.",
  "This approval is settled, or has had all the extra time there is.":
    "Diese Frage ist erledigt, oder sie hatte schon alle zusätzliche Zeit.",
  "This card is settled. Ask in the chat.": "Diese Karte ist erledigt. Fragen Sie im Chat.",
  "This card is settled. Nothing is computed for it any more.":
    "Diese Karte ist erledigt. Für sie wird nichts mehr berechnet.",
  "This tool has no preview.": "Dieses Werkzeug hat keine Vorschau.",
  "A preview of this card is being computed. Try again in a moment.":
    "Eine Vorschau dieser Karte wird gerade berechnet. Versuchen Sie es gleich noch einmal.",
  "The answer to your last question is still being written.":
    "Die Antwort auf Ihre letzte Frage wird noch geschrieben.",
  "No answer came. Ask again.": "Es kam keine Antwort. Fragen Sie noch einmal.",
  "The file is not text.": "Die Datei ist kein Text.",
  "The file is too large to compare.": "Die Datei ist zu groß zum Vergleichen.",
  "The call does not name a file.": "Der Aufruf nennt keine Datei.",
  "The words around this call are not shown to you.": "Die Worte um diesen Aufruf werden Ihnen nicht gezeigt.",
  // Refusals everywhere.
  "There is no such chat.": "Diesen Chat gibt es nicht.",
  "Sign in first.": "Melden Sie sich zuerst an.",
  "You were signed out meanwhile. Sign in again.": "Sie wurden inzwischen abgemeldet. Melden Sie sich neu an.",
  "This needs a sign-in from the last 15 minutes. Sign in again, then repeat it.":
    "Das verlangt eine Anmeldung in den letzten 15 Minuten. Melden Sie sich noch einmal an, dann wiederholen Sie es.",
  "This needs your passkey, shown in the last 15 minutes. Show it, then repeat it.":
    "Das verlangt Ihren Passkey, gezeigt in den letzten 15 Minuten. Zeigen Sie ihn, dann wiederholen Sie es.",
  "Your role does not allow this. Ask an owner of this instance.":
    "Ihre Rolle erlaubt das nicht. Fragen Sie den Eigentümer.",
  "Your role has changed meanwhile. Load the page again.":
    "Ihre Rolle hat sich inzwischen geändert. Laden Sie die Seite neu.",
  "Too much is asked at once. Try again in a moment.":
    "Zu viele Anfragen auf einmal. Versuchen Sie es gleich noch einmal.",
  "You have made or changed more within an hour than one person may. It goes on in {minutes} minutes.":
    "Sie haben in einer Stunde mehr angelegt oder geändert, als einer Person erlaubt ist. In {minutes} Minuten geht es weiter.",
  "Something went wrong here. The log has the details.":
    "Hier ist etwas schiefgegangen. Die Einzelheiten stehen im Log.",
  "Something went wrong here. The log has the details under {number}.":
    "Hier ist etwas schiefgegangen. Die Einzelheiten stehen im Log unter {number}.",
  "The store does not answer at the moment. Try again.":
    "Der Speicher antwortet gerade nicht. Versuchen Sie es noch einmal.",
  "The body does not have the expected shape.": "Die Angaben haben nicht die erwartete Form.",
  "The body is larger than {most}.": "Das ist mehr als {most}.",
  "Too many tabs of this app are open. Close some and try again.":
    "Zu viele Tabs dieser App sind offen. Schließen Sie einige und versuchen Sie es noch einmal.",
  "This file is not kept any more. Each chat keeps its latest 64 MB.":
    "Diese Datei gibt es nicht mehr. Jeder Chat behält seine letzten 64 MB.",
  "This model is not configured.": "Dieses Modell ist nicht eingerichtet.",
  "This message is not queued any more.": "Diese Nachricht wartet nicht mehr.",
  "The message to replace is not in this chat any more. Reload it.":
    "Die Nachricht, die ersetzt werden soll, ist nicht mehr in diesem Chat. Laden Sie ihn neu.",
  // Signing in.
  "The e-mail address or the password is not right.": "E-Mail-Adresse oder Passwort ist falsch.",
  "This is not your password.": "Das ist nicht Ihr Passwort.",
  "Too many tries. Wait a quarter of an hour, then try again.":
    "Zu viele Versuche. Warten Sie eine Viertelstunde, dann versuchen Sie es noch einmal.",
  "Many people are signing in at this moment. Try again in a few seconds.":
    "Viele melden sich gerade an. Versuchen Sie es in ein paar Sekunden noch einmal.",
  "This link was used already, taken back, or is too old. Ask for a new one.":
    "Dieser Link wurde schon benutzt, zurückgenommen oder ist zu alt. Bitten Sie um einen neuen.",
  "Somebody here has this e-mail address already.": "Diese E-Mail-Adresse hat hier schon jemand.",
  "There is no such person or invitation.": "Diese Person oder Einladung gibt es nicht.",
  "You cannot do this to yourself. Ask somebody else.": "Das geht nicht bei Ihnen selbst. Bitten Sie jemand anderen.",
  "This person is disabled. Enable them first.": "Diese Person ist gesperrt. Entsperren Sie sie zuerst.",
  "This password is one of those that are guessed first, or too much like your name or address. A few words that do not belong together are easy to keep in mind.":
    "Dieses Passwort wird als Erstes geraten, oder es ähnelt Ihrem Namen oder Ihrer Adresse zu sehr. Ein paar Wörter, die nicht zusammengehören, merkt man sich leicht.",
  "This passkey does not fit, or it took too long. Try it again.":
    "Dieser Passkey passt nicht, oder es hat zu lange gedauert. Versuchen Sie es noch einmal.",
  "This passkey does not fit, or it took too long. Sign in again, from your password on.":
    "Dieser Passkey passt nicht, oder es hat zu lange gedauert. Melden Sie sich neu an, vom Passwort an.",
  "You have no passkey here.": "Sie haben hier keinen Passkey.",
  "The organisation's sign-in does not answer at the moment. Try again soon.":
    "Die Anmeldung der Organisation antwortet gerade nicht. Versuchen Sie es bald noch einmal.",
  // Tools and servers.
  "There is no such tool at present.": "Dieses Werkzeug gibt es gerade nicht.",
  "This tool is not there at the moment. Wait until its server is connected, then try again.":
    "Dieses Werkzeug ist gerade nicht da. Warten Sie, bis sein Server verbunden ist, dann versuchen Sie es noch einmal.",
  "Only an owner lowers the protection of a tool, offers it in more places, or says what its cards ask.":
    "Nur der Eigentümer schützt ein Werkzeug weniger, bietet es an mehr Orten an oder legt fest, was seine Karten fragen.",
  "Only an owner adds, changes or starts programs on this computer.":
    "Nur der Eigentümer fügt Programme auf diesem Rechner hinzu, ändert oder startet sie.",
  "Only an owner gives a server values of the app's own environment.":
    "Nur der Eigentümer gibt einem Server Werte aus der Umgebung der App.",
  "Write the whole path of the folder, from the root on.":
    "Schreiben Sie den ganzen Pfad des Ordners, von der Wurzel an.",
  "Other folders are still being read. Try again soon.":
    "Andere Ordner werden noch gelesen. Versuchen Sie es bald noch einmal.",
  "This folder does not answer.": "Dieser Ordner antwortet nicht.",
  "There is no such folder.": "Es gibt keinen solchen Ordner.",
  "This is no folder.": "Das ist kein Ordner.",
  "The app may not read this folder.": "Die App darf diesen Ordner nicht lesen.",
  "This folder cannot be read.": "Dieser Ordner lässt sich nicht lesen.",
  "Only an owner says that a server is trusted.": "Nur der Eigentümer sagt, dass einem Server vertraut wird.",
  "Only an owner has the apps of a server shown.": "Nur der Eigentümer lässt die Apps eines Servers zeigen.",
  "Only an owner offers the tools of a server in more places.":
    "Nur der Eigentümer bietet die Werkzeuge eines Servers an mehr Orten an.",
  "Only an owner offers clients tools of a higher risk.":
    "Nur der Eigentümer bietet Clients Werkzeuge mit höherem Risiko an.",
  "There is a server {id} already. Choose another name.":
    "Einen Server {id} gibt es schon. Wählen Sie einen anderen Namen.",
  "There are {most} servers of the app, the most there may be. Remove some first.":
    "Es gibt {most} Server der App, mehr dürfen es nicht sein. Entfernen Sie zuerst einige.",
  "An entry may have {most} characters. Longer ones stand in mcp.json.":
    "Ein Eintrag darf {most} Zeichen haben. Längere stehen in mcp.json.",
  "There is no server of this name.": "Einen Server dieses Namens gibt es nicht.",
  "This server cannot be started as it is.": "Dieser Server lässt sich so nicht starten.",
  "This server stands in mcp.json: change it there, or switch it off here.":
    "Dieser Server steht in mcp.json: Ändern Sie ihn dort, oder schalten Sie ihn hier aus.",
  "This server is switched off. Switch it on, then look at what is new.":
    "Dieser Server ist ausgeschaltet. Schalten Sie ihn ein, dann sehen Sie an, was neu ist.",
  "This server has changed since you saw it. Look at it again.":
    "Dieser Server hat sich geändert, seit Sie ihn sahen. Sehen Sie ihn noch einmal an.",
  "{tool} is not what waits now. Look at it again.":
    "{tool} ist nicht, was jetzt zu prüfen ist. Sehen Sie noch einmal nach.",
  "The name of this address cannot be looked up now. Try again.":
    "Der Name dieser Adresse ist gerade nicht aufzulösen. Versuchen Sie es noch einmal.",
  "Only an owner confirms an address that is in a private network, or whose name is not known at the moment.":
    "Nur der Eigentümer bestätigt eine Adresse in einem privaten Netz, oder eine, deren Name gerade nicht bekannt ist.",
  "{address} leads into a private network or to this computer: to {places}. Agree only if you know what listens there.":
    "{address} führt in ein privates Netz oder auf diesen Rechner: zu {places}. Stimmen Sie nur zu, wenn Sie wissen, was dort antwortet.",
  "The command takes whatever version of {name} there is when it starts, so it can become another program by itself. Name one version exactly.":
    "Der Befehl nimmt jede Version von {name}, die es beim Start gibt; so kann er von selbst ein anderes Programm werden. Nennen Sie genau eine Version.",
  "It needs a reviewer who is not the person who asks, and there is none here.":
    "Nötig ist ein Prüfer, der nicht selbst fragt, und hier gibt es keinen.",
  "It needs more signatures than there are people here who count as different ones.":
    "Nötig sind mehr Unterschriften, als es hier verschiedene Personen gibt.",
  "It is not connected yet.": "Er ist noch nicht verbunden.",
  "The tool {tool} had hidden characters. They were removed from its texts, and are written out in its schema.":
    "Das Werkzeug {tool} hatte versteckte Zeichen. Aus seinen Texten wurden sie entfernt, in seinem Schema sind sie ausgeschrieben.",
  "Its instructions had hidden characters, which models do not get.":
    "Seine Anweisungen hatten versteckte Zeichen, die Modelle nicht bekommen.",
  "Somebody has to sign in to it.": "Jemand muss sich bei ihm anmelden.",
  "Nothing answers at {address}.": "Unter {address} antwortet nichts.",
  "The host {host} was not found.": "Den Rechner {host} gibt es nicht.",
  "{host} does not answer.": "{host} antwortet nicht.",
  'The program "{program}" was not found.': "Das Programm „{program}“ gibt es nicht.",
  'The program "{program}" may not be started (permission denied).':
    "Das Programm „{program}“ darf nicht gestartet werden (Zugriff verweigert).",
  "This server is switched off in its entry.": "Dieser Server ist in seinem Eintrag ausgeschaltet.",
  // What a change lets happen, in the question before it.
  "Calls of {tool} run without asking anybody, unless a policy asks or refuses.":
    "Aufrufe von {tool} laufen ohne Frage, wenn keine Regel fragt oder verweigert.",
  "Calls of {tool} ask only when a policy says so, no longer every time.":
    "Aufrufe von {tool} fragen nur noch, wenn eine Regel es sagt, nicht mehr jedes Mal.",
  "The risk of {tool} goes down from {from} to {to}.": "Das Risiko von {tool} sinkt von {from} auf {to}.",
  "Cards of {tool} ask {question}.": "Karten von {tool} fragen: {question}.",
  "What this server says of its own tools is believed: what it calls read-only runs without asking.":
    "Diesem Server wird geglaubt, was er von seinen Werkzeugen sagt: Was er nur lesend nennt, läuft ohne Frage.",
  "What this server says of its own tools is believed.":
    "Diesem Server wird geglaubt, was er von seinen Werkzeugen sagt.",
  "Its apps are shown in chats, each in a frame of its own once it is accepted. They may call the tools of this server, which ask as ever.":
    "Seine Apps werden in Chats gezeigt, jede in einem eigenen Rahmen, sobald sie angenommen ist. Sie dürfen die Werkzeuge dieses Servers aufrufen, die fragen wie immer.",
  "The rule lets calls run that nobody is asked about: {rule}":
    "Die Regel lässt Aufrufe laufen, zu denen niemand gefragt wird: {rule}",
  "The rule {id} no longer refuses calls. It says: {rule}":
    "Die Regel {id} verweigert keine Aufrufe mehr. Sie sagt: {rule}",
  "The rule {id} no longer asks about calls. It says: {rule}":
    "Die Regel {id} fragt nicht mehr nach Aufrufen. Sie sagt: {rule}",
  "Tool calls in this chat run again where rules, settings, grants and people let them.":
    "Aufrufe in diesem Chat laufen wieder, wo Regeln, Einstellungen, Freigaben und Menschen es erlauben.",
  "Tool calls in the whole app run again where rules, settings, grants and people let them.":
    "Aufrufe in der ganzen App laufen wieder, wo Regeln, Einstellungen, Freigaben und Menschen es erlauben.",
  // Why people should look at a server first.
  "Its command or address is not the one that was confirmed. It does not start.":
    "Sein Befehl oder seine Adresse ist nicht, was bestätigt wurde. Er startet nicht.",
  "{names} changed after somebody had accepted it.": "{names} hat sich geändert, nachdem es jemand angenommen hatte.",
  "{names} changed after somebody had accepted them.":
    "{names} haben sich geändert, nachdem sie jemand angenommen hatte.",
  "{name} gives the model orders: {order}.": "{name} gibt dem Modell Befehle: {order}.",
  // Rules.
  "The rule has errors.": "Die Regel hat Fehler.",
  "There is no such rule.": "Diese Regel gibt es nicht.",
  "There is a rule with this id. Choose another id.": "Eine Regel mit dieser ID gibt es schon. Wählen Sie eine andere.",
  "There are {most} rules of the app, the most there may be.":
    "Es gibt {most} Regeln der App, mehr dürfen es nicht sein.",
  "Only an owner adds rules that let calls run.": "Nur der Eigentümer fügt Regeln hinzu, die Aufrufe laufen lassen.",
  "Only an owner removes rules that hold calls back.": "Nur der Eigentümer entfernt Regeln, die Aufrufe aufhalten.",
  "Only an owner turns shadow mode off for the whole app.":
    "Nur der Eigentümer beendet den Schattenmodus für die ganze App.",
  "Only an owner confirms what lets more run than before.":
    "Nur der Eigentümer bestätigt, was mehr laufen lässt als vorher.",
  "The file has changed since this was shown. Look at it again.":
    "Die Datei hat sich geändert, seit dies gezeigt wurde. Sehen Sie sie noch einmal an.",
  "The tool does not take these arguments.": "Das Werkzeug nimmt diese Argumente nicht.",
  // Grants, keys, models.
  "The tool changed since it was shown. Reload, and look at it again.":
    "Das Werkzeug hat sich geändert, seit es gezeigt wurde. Laden Sie neu und sehen Sie es noch einmal an.",
  "There is no such grant.": "Diese Freigabe gibt es nicht.",
  "There is no such key any more.": "Diesen Schlüssel gibt es nicht mehr.",
  "You have fifty keys already. Revoke some first.": "Sie haben schon fünfzig Schlüssel. Widerrufen Sie zuerst einige.",
  "Your role cannot give a key all of this.": "Ihre Rolle kann einem Schlüssel nicht all das geben.",
  "There is no such model.": "Dieses Modell gibt es nicht.",
  "The account works, but lists no model that can chat.": "Das Konto geht, nennt aber kein Modell, das chatten kann.",
  "You have tried this too often. Try again in {minutes} minutes.":
    "Sie haben das zu oft versucht. Versuchen Sie es in {minutes} Minuten noch einmal.",
  // Servers of a file.
  "No servers were found. They stand under mcpServers, servers or mcp.":
    "Es wurden keine Server gefunden. Sie stehen unter mcpServers, servers oder mcp.",
  "It has neither a command nor an address.": "Er hat weder einen Befehl noch eine Adresse.",
  "It has both a command and an address.": "Er hat einen Befehl und eine Adresse.",
  "Its command is empty.": "Sein Befehl ist leer.",
  "It is no object with a command or an address.": "Er ist kein Objekt mit einem Befehl oder einer Adresse.",
  "It starts in a folder that counts from that of Countersign’s own files.":
    "Er startet in einem Ordner, der vom Ordner von Countersign aus zählt.",
  "A folder on the computer where Countersign runs.": "Ein Ordner auf dem Rechner, auf dem Countersign läuft.",
  "The folder that it may use, on the computer where Countersign runs.":
    "Der Ordner, den er benutzen darf, auf dem Rechner, auf dem Countersign läuft.",
  "A token, as a variable of the app or typed here.": "Ein Token, als Variable der App oder hier eingetippt.",
  // Well-known servers.
  "Reads, writes, moves and searches files in one folder of this computer.":
    "Liest, schreibt, verschiebt und sucht Dateien in einem Ordner dieses Rechners.",
  "None: it has the rights of the app’s own user.": "Keine: Er hat die Rechte des Nutzers der App.",
  "Reads and changes repositories, issues and pull requests.":
    "Liest und ändert Repositorys, Issues und Pull Requests.",
  "A personal access token of GitHub, with only the rights that it needs.":
    "Ein persönliches Zugriffstoken von GitHub, nur mit den nötigen Rechten.",
  "Finds, creates and changes issues, projects and comments.":
    "Findet, erzeugt und ändert Issues, Projekte und Kommentare.",
  "Each person signs in to Linear, on its own page.": "Jeder meldet sich bei Linear an, auf dessen Seite.",
  "Searches, reads and changes the pages that are shared with an integration.":
    "Sucht, liest und ändert die Seiten, die mit einer Integration geteilt sind.",
  "The token of an integration of Notion.": "Das Token einer Integration von Notion.",
  "Searches errors and releases, and changes issues.": "Sucht Fehler und Releases und ändert Issues.",
  "A user auth token of Sentry.": "Ein User Auth Token von Sentry.",
  "Opens pages in a browser of its own, reads them, fills in forms and presses buttons.":
    "Öffnet Seiten in einem eigenen Browser, liest sie, füllt Formulare aus und drückt Knöpfe.",
  "None: it is signed in wherever somebody signs in with it.":
    "Keine: Er ist angemeldet, wo sich jemand mit ihm anmeldet.",
  "Looks up the documentation of libraries.": "Schlägt in der Dokumentation von Bibliotheken nach.",
  "None needed. What is asked goes to context7.com.": "Keine nötig. Was gefragt wird, geht an context7.com.",
  "Queries a database; it is started so that it only reads.":
    "Fragt eine Datenbank ab; gestartet wird er so, dass er nur liest.",
  "A connection string with a user and a password.": "Eine Verbindungsadresse mit Nutzer und Passwort.",
  "Keeps what models want to remember in a file of its own.":
    "Behält in einer eigenen Datei, was Modelle sich merken wollen.",
  "None.": "Keine.",
  "Gives models a place to think in steps; it changes nothing.":
    "Gibt Modellen Platz, in Schritten zu denken; er ändert nichts.",
};
