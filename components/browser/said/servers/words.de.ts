import type { saidServerWords } from "./words.en.ts";

export const saidServerWordsDe: { [Each in (typeof saidServerWords)[number]]: string } = {
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
  // Why a server is not there, and what of it is left out.
  "It is not running.": "Er läuft nicht.",
  "It is not connected.": "Er ist nicht verbunden.",
  "It is busy.": "Er ist beschäftigt.",
  "It was dropped.": "Die Verbindung wurde aufgegeben.",
  "The connection is over.": "Die Verbindung ist beendet.",
  "You are not signed in to it.": "Sie sind dort nicht angemeldet.",
  "It serves only people who signed in to it.": "Er bedient nur Personen, die sich dort angemeldet haben.",
  "It did not list its tools in time.": "Er hat seine Werkzeuge nicht rechtzeitig aufgezählt.",
  "Its list of tools could not be read, so none of them is used.":
    "Seine Liste der Werkzeuge war nicht zu lesen, deshalb wird keins davon benutzt.",
  "Its folder {cwd} does not exist.": "Seinen Ordner {cwd} gibt es nicht.",
  "The program ended before it answered.": "Das Programm endete, bevor es antwortete.",
  "The program does not answer.": "Das Programm antwortet nicht.",
  "{origin} answers, but not with a stream of events as HTTP+SSE does.":
    "{origin} antwortet, aber nicht mit einem Strom von Ereignissen wie HTTP+SSE.",
  "{origin} refuses access (HTTP {status}); check the headers in mcp.json.":
    "{origin} verweigert den Zugang (HTTP {status}); prüfen Sie die Header in mcp.json.",
  "{origin} has no MCP server at this path (HTTP 404); check the url in mcp.json.":
    "{origin} hat unter diesem Pfad keinen MCP-Server (HTTP 404); prüfen Sie die URL in mcp.json.",
  '{origin} does not take streamable HTTP here (HTTP 405). If it speaks the older HTTP+SSE, say "type": "sse".':
    '{origin} nimmt hier kein Streamable HTTP (HTTP 405). Spricht er das ältere HTTP+SSE, schreiben Sie "type": "sse".',
  "{origin} answers with an error (HTTP {status}).": "{origin} antwortet mit einem Fehler (HTTP {status}).",
  "The server cannot be reached ({code}).": "Der Server ist nicht erreichbar ({code}).",
  "{origin} cannot be reached ({code}).": "{origin} ist nicht erreichbar ({code}).",
  "{host} leads into a private network, which an owner has to confirm.":
    "{host} führt in ein privates Netz, das muss der Eigentümer bestätigen.",
  "It answered in a form that MCP does not know ({method}).":
    "Er antwortete in einer Form, die MCP nicht kennt ({method}).",
  "mcp.json names the tool {tool}, which this server does not offer.":
    "mcp.json nennt das Werkzeug {tool}, das dieser Server nicht anbietet.",
  "Its list of {list} goes on in a way that MCP does not know.":
    "Seine Liste ({list}) geht in einer Weise weiter, die MCP nicht kennt.",
  'The server "{server}" cannot be reached.': "Der Server „{server}“ ist nicht erreichbar.",
  "The server cancelled the task.": "Der Server hat die Aufgabe abgebrochen.",
  "It said: {words}": "Er sagte: {words}",
  "Nobody signs in to this server.": "Bei diesem Server meldet sich niemand an.",
  "What the server says of its sign-in is about another server.":
    "Was der Server über seine Anmeldung sagt, gilt einem anderen Server.",
  "The server names another authorization server than {issuer}.":
    "Der Server nennt einen anderen Anmeldedienst als {issuer}.",
  "The server does not say where people sign in to it.": "Der Server sagt nicht, wo man sich anmeldet.",
  "The authorization server does not protect codes on their way (PKCE with S256).":
    "Der Anmeldedienst schützt Codes unterwegs nicht (PKCE mit S256).",
  "The page of the authorization server cannot be opened from here.":
    "Die Seite des Anmeldedienstes lässt sich von hier nicht öffnen.",
  "The authorization server gives its tokens out at an address that is not safe.":
    "Der Anmeldedienst gibt seine Token an einer unsicheren Adresse aus.",
  "Another authorization server answered than the one that was asked.":
    "Ein anderer Anmeldedienst hat geantwortet als der gefragte.",
  "The sign-in was refused there.": "Die Anmeldung wurde dort verweigert.",
  "The authorization server sent nothing to sign in with.": "Der Anmeldedienst hat nichts zum Anmelden gesendet.",
  "The answer of the authorization server is not clear.": "Die Antwort des Anmeldedienstes ist nicht klar.",
  "The authorization server gives tokens of a kind that is not known here.":
    "Der Anmeldedienst gibt Token einer Art, die hier nicht bekannt ist.",
  "The authorization server gave a token that is none.": "Der Anmeldedienst gab ein Token, das keins ist.",
  "It has no client id and secret.": "Er hat keine Client-ID und kein Secret.",
  // Who signs in, and refusals about it.
  "This app itself signs in{saidAs}.": "Die App selbst meldet sich an{saidAs}.",
  "One person signs in for everybody here{saidAs}.": "Eine Person meldet sich für alle hier an{saidAs}.",
  "Each person signs in for themselves{saidAs}.": "Jeder meldet sich selbst an{saidAs}.",
  "This app itself signs in.": "Die App selbst meldet sich an.",
  "One person signs in for everybody here.": "Eine Person meldet sich für alle hier an.",
  "…, as the client {client}, at {issuer}": ", als Client {client}, bei {issuer}",
  "…, as the client {client}": ", als Client {client}",
  "…, at {issuer}": ", bei {issuer}",
  "The server was changed meanwhile. Sign in again.":
    "Der Server wurde inzwischen geändert. Melden Sie sich noch einmal an.",
  "You may not sign in to it any more.": "Sie dürfen sich dort nicht mehr anmelden.",
  "Nobody is signed in to it.": "Niemand ist dort angemeldet.",
  "There is no such server that runs.": "Einen solchen Server, der läuft, gibt es nicht.",
  "Only an owner or an admin signs in to this server, for everybody here.":
    "Nur der Eigentümer oder ein Admin meldet sich bei diesem Server an, für alle hier.",
  "This sign-in was not begun in this browser, or it took too long. Begin it again.":
    "Diese Anmeldung wurde nicht in diesem Browser begonnen, oder sie dauerte zu lange. Beginnen Sie noch einmal.",
  "Only an owner adds a server {id}: there are rules that may let its calls run.":
    "Nur der Eigentümer fügt einen Server {id} hinzu: Es gibt Regeln, die seine Aufrufe laufen lassen können.",
  "Only an owner leads the server {id} elsewhere: there are rules that may let its calls run.":
    "Nur der Eigentümer führt den Server {id} anderswohin: Es gibt Regeln, die seine Aufrufe laufen lassen können.",
  "What this server says of its own tools is no longer believed.":
    "Diesem Server wird nicht mehr geglaubt, was er von seinen Werkzeugen sagt.",
  "Its apps are no longer shown.": "Seine Apps werden nicht mehr gezeigt.",
  "Its title, its headers and the questions of its tools count as they stand from now on.":
    "Sein Titel, seine Header und die Fragen seiner Werkzeuge gelten von jetzt an, wie sie dastehen.",
  "Clients are offered tools up to risk {risk}.": "Clients werden Werkzeuge bis Risiko {risk} angeboten.",
  // What a change lets happen, in the question before it.
  "Calls of {tool} run without asking anybody, unless a policy asks or refuses.":
    "Aufrufe von {tool} laufen ohne Frage, wenn keine Regel fragt oder verweigert.",
  "Calls of {tool} ask only when a policy says so, no longer every time.":
    "Aufrufe von {tool} fragen nur noch, wenn eine Regel es sagt, nicht mehr jedes Mal.",
  "The risk of {tool} goes down from {from} to {to}.": "Das Risiko von {tool} sinkt von {from} auf {to}.",
  "Cards of {tool} ask the usual question.": "Karten von {tool} fragen, was üblich ist.",
  "Calls of {tool} may be answered by {saidWho}.": "Für Aufrufe von {tool} darf antworten: {saidWho}.",
  "…the person whose chat it is": "die Person, deren Chat es ist",
  "…a reviewer who is not the person whose chat it is": "ein Prüfer, der nicht die Person ist, deren Chat es ist",
  "…1 person of {names}": "1 Person aus {names}",
  "…{needed} different people of {names}": "{needed} verschiedene Personen aus {names}",
  "The preview on cards of {tool} is {saidPreview}.": "Die Vorschau auf Karten von {tool} ist: {saidPreview}.",
  "…what comes with the tool": "was mit dem Werkzeug kommt",
  "…none": "keine",
  "…the file that “{path}” names, read by {read}, beside “{content}”, checked again before the start":
    "die Datei, die „{path}“ nennt, gelesen durch {read}, neben „{content}“, vor dem Start noch einmal geprüft",
  "…the file that “{path}” names, read by {read}, beside “{content}”, not checked again":
    "die Datei, die „{path}“ nennt, gelesen durch {read}, neben „{content}“, nicht noch einmal geprüft",
  "…a dry run by {tool}, checked again before the start":
    "ein Probelauf durch {tool}, vor dem Start noch einmal geprüft",
  "…a dry run by {tool}, not checked again": "ein Probelauf durch {tool}, nicht noch einmal geprüft",
  "…a page of the argument {argument}": "eine Seite aus dem Argument {argument}",
  "…a mail of the arguments {arguments}, as HTML": "eine E-Mail aus den Argumenten {arguments}, als HTML",
  "…a mail of the arguments {arguments}": "eine E-Mail aus den Argumenten {arguments}",
  "Cards of {tool} ask “{question}”.": "Karten von {tool} fragen: „{question}“.",
  "What this server says of its own tools is believed: what it calls read-only runs without asking.":
    "Diesem Server wird geglaubt, was er von seinen Werkzeugen sagt: Was er nur lesend nennt, läuft ohne Frage.",
  "What this server says of its own tools is believed.":
    "Diesem Server wird geglaubt, was er von seinen Werkzeugen sagt.",
  "Its apps are shown in chats, each in a frame of its own once it is accepted. They may call the tools of this server, which ask as ever.":
    "Seine Apps werden in Chats gezeigt, jede in einem eigenen Rahmen, sobald sie angenommen ist. Sie dürfen die Werkzeuge dieses Servers aufrufen, die fragen wie immer.",
  "The rule lets calls run that nobody is asked about: {saidRule}":
    "Die Regel lässt Aufrufe laufen, zu denen niemand gefragt wird: {saidRule}",
  "The rule {id} no longer refuses calls. It says: {saidRule}":
    "Die Regel {id} verweigert keine Aufrufe mehr. Sie sagt: {saidRule}",
  "The rule {id} no longer asks about calls. It says: {saidRule}":
    "Die Regel {id} fragt nicht mehr nach Aufrufen. Sie sagt: {saidRule}",
  'The rule "{id}" counts for this server: {saidRule}': "Die Regel „{id}“ gilt für diesen Server: {saidRule}",
  "Tool calls in this chat run again where rules, settings, grants and people let them.":
    "Aufrufe in diesem Chat laufen wieder, wo Regeln, Einstellungen, Freigaben und Menschen es erlauben.",
  "Tool calls in the whole app run again where rules, settings, grants and people let them.":
    "Aufrufe in der ganzen App laufen wieder, wo Regeln, Einstellungen, Freigaben und Menschen es erlauben.",
  // Why people should look at a server first.
  "Its command or address is not the one that was confirmed. It does not start.":
    "Sein Befehl oder seine Adresse ist nicht, was bestätigt wurde. Er startet nicht.",
  "{saidNames} changed after somebody had accepted it.":
    "{saidNames} hat sich geändert, nachdem es jemand angenommen hatte.",
  "{saidNames} changed after somebody had accepted them.":
    "{saidNames} haben sich geändert, nachdem sie jemand angenommen hatte.",
  "{saidName} gives the model orders: {order}.": "{saidName} gibt dem Modell Befehle: {order}.",
  // Alarms of several tools.
  "1 more gives the model orders.": "1 weiteres gibt dem Modell Anweisungen.",
  "{more} more give the model orders.": "{more} weitere geben dem Modell Anweisungen.",
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
  // Keys of an imported file that are not taken over.
  "{key} is ignored: what runs without asking is decided here, by rules and on this page.":
    "{key} zählt nicht: Was ohne Frage läuft, wird hier entschieden, durch Regeln und auf dieser Seite.",
  "{key} is ignored: calls have the usual time here.": "{key} zählt nicht: Aufrufe haben hier die übliche Zeit.",
  "{key} is ignored: it means nothing here.": "{key} zählt nicht: Es bedeutet hier nichts.",
  "{key} is ignored: where the server wants a sign-in, Countersign says so and offers it. Where it takes a token, give that as a header or a variable.":
    "{key} zählt nicht: Wo der Server eine Anmeldung will, sagt Countersign es und bietet sie an. Wo er ein Token nimmt, geben Sie es als Header oder Variable.",
  "{key} is ignored, and it limits the server. Look at each tool before you accept it.":
    "{key} zählt nicht, und es begrenzt den Server. Sehen Sie jedes Werkzeug an, bevor Sie es annehmen.",
  "{key} is ignored: it is not known here. If it limits the server, that does not count.":
    "{key} zählt nicht: Es ist hier nicht bekannt. Begrenzt es den Server, gilt das nicht.",
  "“{key}” is ignored: an address has none.": "„{key}“ zählt nicht: Eine Adresse hat so etwas nicht.",
  "The {kind} {name} is left out: it has no value.": "{name} ({kind}) fehlt: Es hat keinen Wert.",
  "Its name is not taken over: it is long, hides characters or imitates other letters. It is called {id} here.":
    "Sein Name wird nicht übernommen: Er ist lang, verbirgt Zeichen oder ahmt andere Buchstaben nach. Hier heißt er {id}.",
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
  // What differs in the entry of a file.
  "Its headers changed.": "Seine Header haben sich geändert.",
  "Its environment variables changed.": "Seine Umgebungsvariablen haben sich geändert.",
  "Cards call it {title}.": "Karten nennen ihn {title}.",
  "Its tools are offered {saidWhere}.": "Seine Werkzeuge werden {saidWhere} angeboten.",
  "{tool} is offered {saidWhere}.": "{tool} wird {saidWhere} angeboten.",
  "…in the chat only": "nur im Chat",
  "…to clients only": "nur für Clients",
  "…in the chat and to clients": "im Chat und für Clients",
  "…inherit": "wie die Regeln sagen",
  "…always": "jedes Mal fragen",
  "…never": "nicht fragen",
  "…the usual one": "die übliche",
  "…{count} seconds": "{count} Sekunden",
  "The risk of {tool} is what is known of it.": "Das Risiko von {tool} ist das, was davon bekannt ist.",
  "The risk of {tool} is {risk} of 5.": "Das Risiko von {tool} ist {risk} von 5.",
  "Calls of {tool} are sent again when nobody knows whether they ran.":
    "Aufrufe von {tool} werden noch einmal gesendet, wenn niemand weiß, ob sie liefen.",
  "The question on cards of {tool} is {question}.": "Die Frage auf Karten von {tool} ist {question}.",
  "What is typed to approve a high risk of {tool} is the tool's name.":
    "Was man tippt, um ein hohes Risiko von {tool} zu genehmigen, ist der Name des Werkzeugs.",
  "What is typed to approve a high risk of {tool} is the value of {argument}.":
    "Was man tippt, um ein hohes Risiko von {tool} zu genehmigen, ist der Wert von {argument}.",
  // Of messages to other places.
  "The name is unknown.": "Der Name ist unbekannt.",
  "The name has no address.": "Der Name hat keine Adresse.",
  "The name could not be looked up.": "Der Name war nicht nachzusehen.",
  "Nothing listens there.": "Dort lauscht nichts.",
  "The connection was closed.": "Die Verbindung wurde geschlossen.",
  "There was no connection in time.": "Es kam nicht rechtzeitig eine Verbindung zustande.",
  "It could not be sent.": "Es war nicht zu senden.",
  "There was no answer within {seconds} s.": "Es kam keine Antwort innerhalb von {seconds} s.",
  "Its certificate is not valid.": "Das Zertifikat gilt nicht.",
  "What came back was not HTTP.": "Was zurückkam, war kein HTTP.",
  "This is not a web address.": "Das ist keine Web-Adresse.",
  "The address must not hold a name or a password.": "Die Adresse darf weder Namen noch Passwort enthalten.",
  "The address must begin with https:// or http://.": "Die Adresse muss mit https:// oder http:// beginnen.",
  "The address must begin with https://.": "Die Adresse muss mit https:// beginnen.",
  "The address is inside of a private network.": "Die Adresse liegt in einem privaten Netz.",
  "This name leads into a private network.": "Dieser Name führt in ein privates Netz.",
  "You have {most} devices already. Remove some first.": "Sie haben schon {most} Geräte. Entfernen Sie zuerst einige.",
  "There are {most} webhooks already. Remove some first.":
    "Es gibt schon {most} Webhooks. Entfernen Sie zuerst einige.",
  "A webhook of a key must be a signed one.": "Der Webhook eines Schlüssels muss signiert sein.",
  "You have no such key that asks before its own tools run.":
    "Sie haben keinen solchen Schlüssel, der vor eigenen Werkzeugen fragt.",
  "It answered with more than {most} bytes.": "Die Antwort hatte mehr als {most} Bytes.",
  "It answered in too many small pieces.": "Die Antwort kam in zu vielen kleinen Stücken.",
  "It answered {status}: it wants to be asked elsewhere, which is not done.":
    "Die Antwort war {status}: Es soll anderswo gefragt werden, und das geschieht nicht.",
  "It answered {status}.": "Die Antwort war {status}.",
  "Its secrets were sealed with another key than this instance has. Enter them again.":
    "Die Geheimnisse waren mit einem anderen Schlüssel versiegelt, als diese Instanz hat. Geben Sie sie noch einmal ein.",
  // What is odd in a list of a server.
  "A tool is not offered.": "Ein Werkzeug wird nicht angeboten.",
  "The tool {tool} is not offered.": "Das Werkzeug {tool} wird nicht angeboten.",
  "A prompt is not offered.": "Ein Prompt wird nicht angeboten.",
  "The prompt {prompt} is not offered.": "Der Prompt {prompt} wird nicht angeboten.",
  "A resource is not offered.": "Eine Ressource wird nicht angeboten.",
  "The resource {resource} is not offered.": "Die Ressource {resource} wird nicht angeboten.",
  "It is no object.": "Der Eintrag ist kein Objekt.",
  "It has no name.": "Der Eintrag hat keinen Namen.",
  "It is described in a form that MCP does not know.":
    "Der Eintrag ist in einer Form beschrieben, die MCP nicht kennt.",
  "It describes its arguments in a form that MCP does not know.":
    "Seine Argumente sind in einer Form beschrieben, die MCP nicht kennt.",
  "It wants arguments that are no object.": "Es will Argumente, die kein Objekt sind.",
  "It wants an argument in a header in a way that MCP does not allow.":
    "Es will ein Argument in einem Header, auf eine Art, die MCP nicht erlaubt.",
  // What of a server's list is not used.
  "Its list of tools is too long: more than {most}.": "Seine Liste der Werkzeuge ist zu lang: mehr als {most}.",
  "Its list of tools is larger than {most} MB.": "Seine Liste der Werkzeuge ist größer als {most} MB.",
  "Its list is larger than {most} MB.": "Seine Liste ist größer als {most} MB.",
  "Its instructions are not used: hidden characters stand in a secret that the server was given.":
    "Seine Anweisungen werden nicht benutzt: In einem Geheimnis, das der Server bekam, stehen verborgene Zeichen.",
  "Its instructions are not used: they are longer than {most} characters.":
    "Seine Anweisungen werden nicht benutzt: Sie haben mehr als {most} Zeichen.",
  "Its instructions are {count} characters long; models get the first {most}.":
    "Seine Anweisungen haben {count} Zeichen; Modelle bekommen die ersten {most}.",
  "Two tools are called {tool}; neither is offered, because a call could reach the wrong one.":
    "Zwei Werkzeuge heißen {tool}; keins wird angeboten, weil ein Aufruf das falsche treffen könnte.",
  "Only the first {first} of {all} tools are offered: all together say more than {most} MB.":
    "Nur die ersten {first} von {all} Werkzeugen werden angeboten: Zusammen sagen sie mehr als {most} MB.",
  "Only the first {first} of {all} tools are offered.": "Nur die ersten {first} von {all} Werkzeugen werden angeboten.",
  "There are {more} more problems like these.": "Solche Probleme gibt es noch {more}.",
  "A tool is not offered: its name is empty or longer than {most} characters ({name}).":
    "Ein Werkzeug wird nicht angeboten: Sein Name ist leer oder hat mehr als {most} Zeichen ({name}).",
  "The tool {tool} is not offered: its name contains the character U+0000.":
    "Das Werkzeug {tool} wird nicht angeboten: Sein Name enthält das Zeichen U+0000.",
  "The tool {tool} is not offered: its name is the address of an app.":
    "Das Werkzeug {tool} wird nicht angeboten: Sein Name ist die Adresse einer App.",
  "The tool {tool} is not offered: hidden characters stand in a secret that the server was given.":
    "Das Werkzeug {tool} wird nicht angeboten: In einem Geheimnis, das der Server bekam, stehen verborgene Zeichen.",
  "The tool {tool} is not offered: its name holds a secret that the server was given.":
    "Das Werkzeug {tool} wird nicht angeboten: Sein Name enthält ein Geheimnis, das der Server bekommen hat.",
  "The tool {tool} is not offered: {saidProblem}.": "Das Werkzeug {tool} wird nicht angeboten: {saidProblem}.",
  "It was dropped: {saidWhy}. It is tried again after a pause.":
    "Die Verbindung wurde aufgegeben: {saidWhy}. Nach einer Pause wird es noch einmal versucht.",
  "…it does not take our answers as fast as it asks": "Er nimmt unsere Antworten nicht so schnell, wie er fragt",
  "…it does not read what we send": "Er liest nicht, was wir senden",
  "…it asked more than {most} things a second of us": "Er hat uns in einer Sekunde mehr als {most} Mal gefragt",
  "Its sign-in is being renewed by another process, which takes too long.":
    "Seine Anmeldung wird von einem anderen Prozess erneuert, und das dauert zu lange.",
  "Where people sign in, it is not started.": "Wo sich Menschen anmelden, wird er nicht gestartet.",
  "What was confirmed of it was sealed with another key than this instance has. Confirm it again.":
    "Was von ihm bestätigt wurde, war mit einem anderen Schlüssel versiegelt, als diese Instanz hat. Bestätigen Sie ihn noch einmal.",
  "It is {origin} now.": "Er ist jetzt {origin}.",
  // Why nothing can be read from a server.
  "There is no such server, or it is not connected.": "Diesen Server gibt es nicht, oder er ist nicht verbunden.",
  "You read {most} times from tool servers within an hour, calls of your clients included. Try again later.":
    "Sie haben in einer Stunde {most} Mal von Servern gelesen, Aufrufe Ihrer Clients eingerechnet. Versuchen Sie es später noch einmal.",
  "No address can be made of this template and these values.":
    "Aus dieser Vorlage und diesen Werten wird keine Adresse.",
  "There is no such resource. Its address is {form}.": "Diese Ressource gibt es nicht. Ihre Adresse ist {form}.",
  "There is no such prompt.": "Diesen Prompt gibt es nicht.",
  'The server "{server}" is busy.': "Der Server „{server}“ ist beschäftigt.",
  'The server "{server}" answered with more than {most} MB.':
    "Der Server „{server}“ hat mit mehr als {most} MB geantwortet.",
  'The server "{server}" answered in a form that MCP does not know.':
    "Der Server „{server}“ hat in einer Form geantwortet, die MCP nicht kennt.",
  'The server "{server}" did not answer.': "Der Server „{server}“ hat nicht geantwortet.",
  'The server "{server}" did not answer in time.': "Der Server „{server}“ hat nicht rechtzeitig geantwortet.",
  'The server "{server}" did not answer: {saidWhy}.': "Der Server „{server}“ hat nicht geantwortet: {saidWhy}.",
  'The server "{server}" refused it: {words}': "Der Server „{server}“ hat es verweigert: {words}",
  'The server "{server}" asks something before it answers, which is possible only for its tools.':
    "Der Server „{server}“ fragt etwas, bevor er antwortet, und das geht nur bei seinen Werkzeugen.",
  // Why a sign-in does not go on.
  "The authorization server does not let people sign in by a page ({code}).":
    "Beim Anmeldedienst kann man sich nicht auf einer Seite anmelden ({code}).",
  "The authorization server does not let people sign in by a page.":
    "Beim Anmeldedienst kann man sich nicht auf einer Seite anmelden.",
  "The authorization server did not take this app as a client ({code}).":
    "Der Anmeldedienst hat diese App nicht als Client angenommen ({code}).",
  "The authorization server did not take this app as a client.":
    "Der Anmeldedienst hat diese App nicht als Client angenommen.",
  'The authorization server takes no new clients by itself. Make one there, and enter its id under "oauth" of this server.':
    "Der Anmeldedienst nimmt von selbst keine neuen Clients. Machen Sie dort einen, und tragen Sie seine ID unter „oauth“ dieses Servers ein.",
  "What the authorization server says of itself cannot be used ({code}).":
    "Was der Anmeldedienst von sich sagt, ist nicht zu gebrauchen ({code}).",
  "What the authorization server says of itself cannot be used.":
    "Was der Anmeldedienst von sich sagt, ist nicht zu gebrauchen.",
  "The server cannot be reached.": "Der Server ist nicht erreichbar.",
  "The authorization server did not let you in ({code}).": "Der Anmeldedienst hat Sie nicht eingelassen ({code}).",
  "The authorization server did not let you in.": "Der Anmeldedienst hat Sie nicht eingelassen.",
  "The authorization server gave no token ({code}).": "Der Anmeldedienst gab kein Token ({code}).",
  "The authorization server gave no token.": "Der Anmeldedienst gab kein Token.",
  "The authorization server did not renew the sign-in ({code}).":
    "Der Anmeldedienst hat die Anmeldung nicht erneuert ({code}).",
  "The authorization server did not renew the sign-in.": "Der Anmeldedienst hat die Anmeldung nicht erneuert.",
  "The authorization server gave this instance no token ({code}).":
    "Der Anmeldedienst gab dieser Instanz kein Token ({code}).",
  "The authorization server gave this instance no token.": "Der Anmeldedienst gab dieser Instanz kein Token.",
  // More of messages to other places.
  "The keys of push messages were sealed with another key than this instance has.":
    "Die Schlüssel der Push-Nachrichten waren mit einem anderen Schlüssel versiegelt, als diese Instanz hat.",
  "Its keys cannot be used.": "Seine Schlüssel sind nicht zu gebrauchen.",
  "The app is stopping.": "Die App hält gerade an.",
  // Fields of servers that a page sends.
  "must be small letters, digits, - and _, at most 40":
    "muss aus kleinen Buchstaben, Ziffern, - und _ bestehen, höchstens 40",
  // Names in alarms.
  "…What it tells models": "Was er Modellen sagt",
  "…{names} and {more} more": "{names} und {more} weitere",
};
