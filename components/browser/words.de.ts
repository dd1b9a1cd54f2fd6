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
  // Who calls, in *Will it ask?*
  "Chats are not offered this tool.": "Dieses Werkzeug wird in Chats nicht angeboten.",
  "This agent is not offered this tool.": "Diesem Agenten wird dieses Werkzeug nicht angeboten.",
  "This client is not offered this tool.": "Diesem Client wird dieses Werkzeug nicht angeboten.",
  You: "Sie",
  "Your chat": "Ihr Chat",
  "The agent {name}": "Der Agent {name}",
  "Your client {name}": "Ihr Client {name}",
  // Who is waited for.
  "It needs {needed} signatures, and only 1 person here may sign.":
    "Es braucht {needed} Unterschriften, und hier darf nur 1 Person unterschreiben.",
  "It needs {needed} signatures, and only {here} people here may sign.":
    "Es braucht {needed} Unterschriften, und hier dürfen nur {here} Personen unterschreiben.",
  "Somebody who is here no more": "Jemand, der nicht mehr hier ist",
  "It will expire without running.": "Die Karte läuft ab; der Aufruf läuft nicht.",
  "{count} of {needed} signed.": "{count} von {needed} haben unterschrieben.",
  "{count} of {needed} signed: {names}.": "{count} von {needed} haben unterschrieben: {names}.",
  "Waits for a reviewer: {names}.": "Wartet auf einen Prüfer: {names}.",
  "Waits for a free connection to {server}.": "Wartet auf eine freie Verbindung zu {server}.",
  "Waits for {more} of these: {names}.": "Wartet auf {more} von diesen: {names}.",
  "Waits for {names}.": "Wartet auf {names}.",
  "You do not count as a second person here.": "Sie zählen hier nicht als zweite Person.",
  "Not counted as a second person here: {names}.": "Als zweite Person zählt hier nicht: {names}.",
  "Whoever asks made that account, gave it its role, reset it or let it back in, less than 30 days ago.":
    "Wer fragt, hat dieses Konto vor weniger als 30 Tagen angelegt, ihm seine Rolle gegeben, es zurückgesetzt oder entsperrt.",
  "Somebody other than the owner made that account, reset it or let it back in, less than 30 days ago.":
    "Jemand anderes als der Eigentümer hat dieses Konto vor weniger als 30 Tagen angelegt, zurückgesetzt oder entsperrt.",
  "Whoever has it made or reset the account that asks, less than 30 days ago.":
    "Wer es hat, hat vor weniger als 30 Tagen das Konto angelegt oder zurückgesetzt, das fragt.",
  "Counted as one person here: {names}.": "Als eine Person zählen hier: {names}.",
  "The first of them made the others, gave them their roles, reset them or let them back in, less than 30 days ago.":
    "Die erste hat die anderen vor weniger als 30 Tagen angelegt, ihnen ihre Rollen gegeben, sie zurückgesetzt oder entsperrt.",
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
  // Answers to a form, and arguments.
  "This is required.": "Das ist nötig.",
  "This form has no such field.": "Dieses Formular hat kein solches Feld.",
  "The content must be a JSON object.": "Der Inhalt muss ein JSON-Objekt sein.",
  "Must be a text.": "Muss ein Text sein.",
  "Must have at least 1 character.": "Muss mindestens 1 Zeichen haben.",
  "Must have at least {count} characters.": "Muss mindestens {count} Zeichen haben.",
  "Must have at most 1 character.": "Darf höchstens 1 Zeichen haben.",
  "Must have at most {count} characters.": "Darf höchstens {count} Zeichen haben.",
  "Must be an e-mail address.": "Muss eine E-Mail-Adresse sein.",
  "Must be a complete address, such as https://example.com/page.":
    "Muss eine ganze Adresse sein, wie https://example.com/page.",
  "Must be a date, such as 2026-11-30.": "Muss ein Datum sein, wie 2026-11-30.",
  "Must be a date and time with its offset, such as 2026-11-30T14:00:00+01:00.":
    "Muss Datum und Zeit mit Zeitzone sein, wie 2026-11-30T14:00:00+01:00.",
  "Must be a number.": "Muss eine Zahl sein.",
  "Must be a whole number.": "Muss eine ganze Zahl sein.",
  "Must be at least {minimum}.": "Muss mindestens {minimum} sein.",
  "Must be at most {maximum}.": "Darf höchstens {maximum} sein.",
  "Must be more than {above}.": "Muss mehr als {above} sein.",
  "Must be less than {below}.": "Muss weniger als {below} sein.",
  "Must be a multiple of {multipleOf}.": "Muss ein Vielfaches von {multipleOf} sein.",
  "Must be yes or no.": "Muss Ja oder Nein sein.",
  "Must be one of the options.": "Muss eine der Möglichkeiten sein.",
  "Must be some of the options.": "Muss aus den Möglichkeiten gewählt sein.",
  "Must not name an option twice.": "Darf keine Möglichkeit zweimal nennen.",
  "Choose at least 1 option.": "Wählen Sie mindestens 1 Möglichkeit.",
  "Choose at least {count} options.": "Wählen Sie mindestens {count} Möglichkeiten.",
  "Choose at most 1 option.": "Wählen Sie höchstens 1 Möglichkeit.",
  "Choose at most {count} options.": "Wählen Sie höchstens {count} Möglichkeiten.",
  "Type exactly: {words}": "Tippen Sie genau das: {words}",
  "is missing": "fehlt",
  "is not a known {member}": "ist als {member} nicht bekannt",
  "does not fit the schema": "passt nicht zum Schema",
  "must be a whole number": "muss eine ganze Zahl sein",
  "must be of type {wanted}, not {is}": "muss vom Typ {wanted} sein, nicht {is}",
  "must be one of {values}": "muss eins davon sein: {values}",
  "must be {value}": "muss {value} sein",
  "fits none of the allowed forms": "passt zu keiner der erlaubten Formen",
  "must fit one form, but fits {count}": "muss zu einer Form passen, passt aber zu {count}",
  "has {length} characters, and at least {least} are needed": "hat {length} Zeichen, nötig sind mindestens {least}",
  "has {length} characters, and at most {most} are allowed": "hat {length} Zeichen, erlaubt sind höchstens {most}",
  "has {length} items, and at least {least} are needed": "hat {length} Einträge, nötig sind mindestens {least}",
  "has {length} items, and at most {most} are allowed": "hat {length} Einträge, erlaubt sind höchstens {most}",
  "is {value}, and must be at least {least}": "ist {value}, erlaubt ist mindestens {least}",
  "is {value}, and must be at most {most}": "ist {value}, erlaubt ist höchstens {most}",
  "is {value}, and must be more than {least}": "ist {value}, erlaubt ist mehr als {least}",
  "is {value}, and must be less than {most}": "ist {value}, erlaubt ist weniger als {most}",
  "is {value}, and must be a multiple of {step}": "ist {value}, erlaubt ist ein Vielfaches von {step}",
  "is empty": "ist leer",
  "is shorter than 12 characters": "hat weniger als 12 Zeichen",
  "is longer than 100 characters": "hat mehr als 100 Zeichen",
  "is longer than 128 characters": "hat mehr als 128 Zeichen",
  "is not an e-mail address": "ist keine E-Mail-Adresse",
  "is not expected here": "gehört nicht hierher",
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
  // Refusals that a page may get.
  "This address is not one that the app answers to.": "Unter dieser Adresse antwortet die App nicht.",
  "This browser keeps no data for the app's page. Allow it to, then load the page again.":
    "Dieser Browser behält keine Daten für die Seite der App. Erlauben Sie es, dann laden Sie die Seite neu.",
  "This app is one person's. Start it with AUTH=team to invite others.":
    "Diese App gehört einer Person. Starten Sie sie mit AUTH=team, um andere einzuladen.",
  "This server has as many open pages as it can serve. Try again in a moment.":
    "So viele Seiten, wie dieser Server bedienen kann, sind schon offen. Versuchen Sie es gleich noch einmal.",
  "You have fifty keys and clients already. Revoke some first.":
    "Sie haben schon fünfzig Schlüssel und Clients. Widerrufen Sie zuerst einige.",
  "This is not what waits any more. Look again.": "Das ist nicht mehr, was wartet. Sehen Sie noch einmal nach.",
  "Arguments to try are at most 64 KB as JSON.": "Zum Probieren sind Argumente höchstens 64 KB groß, als JSON.",
  "You had 50 previews of this card computed, the most one may.":
    "Sie haben 50 Vorschauen dieser Karte berechnen lassen, mehr dürfen es nicht sein.",
  "You read from tool servers too often within an hour. Try again later.":
    "Sie haben in einer Stunde zu oft von Servern gelesen. Versuchen Sie es später noch einmal.",
  "The reason is longer than 4,000 characters.": "Der Grund hat mehr als 4.000 Zeichen.",
  "Others answer this, so only they can ask about it.": "Andere antworten hier, deshalb können nur sie dazu fragen.",
  "A client made this call, and no assistant of this app. Ask there.":
    "Diesen Aufruf machte ein Client und kein Assistent dieser App. Fragen Sie dort.",
  "You have asked 20 questions about this card, the most one may.":
    "Sie haben 20 Fragen zu dieser Karte gestellt, mehr dürfen es nicht sein.",
  "Only an owner may let a webhook send arguments.": "Nur der Eigentümer lässt einen Webhook Argumente senden.",
  "There is no such webhook any more.": "Diesen Webhook gibt es nicht mehr.",
  "There is no such device any more.": "Dieses Gerät gibt es nicht mehr.",
  "This browser is signed out already.": "Dieser Browser ist schon abgemeldet.",
  "You have no such passkey.": "Diesen Passkey haben Sie nicht.",
  "Only an owner connects models for everybody, or a server by its address.":
    "Nur der Eigentümer verbindet Modelle für alle, oder einen Server über seine Adresse.",
  "There is no such account, or it is not yours to change.":
    "Dieses Konto gibt es nicht, oder Sie dürfen es nicht ändern.",
  "This is no model that everybody can choose.": "Dieses Modell können nicht alle wählen.",
  "There is no such session.": "Diese Sitzung gibt es nicht.",
  "One key cannot both call tools and answer for calls.":
    "Ein Schlüssel kann nicht zugleich Werkzeuge aufrufen und für Aufrufe antworten.",
  "Only a key that calls tools has a client.": "Nur ein Schlüssel, der Werkzeuge aufruft, hat einen Client.",
  "A key is never given more tools. Make another key.":
    "Ein Schlüssel bekommt nie mehr Werkzeuge. Machen Sie einen neuen.",
  "There is no such client that was revoked.": "Einen solchen widerrufenen Client gibt es nicht.",
  // Why a model did not answer, and why an answer ended.
  "The model could not answer, and did not say why.": "Das Modell konnte nicht antworten und sagte nicht, warum.",
  "The answer ends here: the model reached its length limit.":
    "Die Antwort endet hier: Das Modell hat seine größte Länge erreicht.",
  "The model provider held the answer back: its content filter stepped in.":
    "Der Anbieter des Modells hielt die Antwort zurück: Sein Inhaltsfilter griff ein.",
  "The connection to the model broke off before the answer was complete. Try again.":
    "Die Verbindung zum Modell brach ab, bevor die Antwort ganz da war. Versuchen Sie es noch einmal.",
  "The answer was stopped.": "Die Antwort wurde angehalten.",
  "You stopped this answer.": "Sie haben diese Antwort angehalten.",
  "The model went on for longer than one answer may, and was stopped.":
    "Das Modell schrieb länger, als eine Antwort sein darf, und wurde angehalten.",
  "{server} did not answer in time. Try again in a moment.":
    "{server} hat nicht rechtzeitig geantwortet. Versuchen Sie es gleich noch einmal.",
  "Nothing answers at {host}. Start the model server there, or correct its address in Settings → Models.":
    "Unter {host} antwortet nichts. Starten Sie dort den Modellserver, oder ändern Sie seine Adresse unter Einstellungen → Modelle.",
  "{server} cannot be reached. Check the network connection, and the address in Settings → Models.":
    "{server} ist nicht erreichbar. Prüfen Sie das Netz und die Adresse unter Einstellungen → Modelle.",
  "{server} has a certificate that is not trusted here.": "{server} hat ein Zertifikat, dem hier nicht vertraut wird.",
  "{server} did not accept the key. Check the key in Settings → Models.":
    "{server} hat den Schlüssel nicht angenommen. Prüfen Sie ihn unter Einstellungen → Modelle.",
  "{server} refused access: the key may not use the model {model}, or not from here.":
    "{server} verweigert den Zugang: Der Schlüssel darf das Modell {model} nicht benutzen, oder nicht von hier.",
  "This chat has become too long for the model. Start a new chat, or choose a model that can read more.":
    "Dieser Chat ist für das Modell zu lang geworden. Beginnen Sie einen neuen, oder wählen Sie ein Modell, das mehr liest.",
  "{server} does not know the model {model}. Choose another model, or check the address in Settings → Models.":
    "{server} kennt das Modell {model} nicht. Wählen Sie ein anderes, oder prüfen Sie die Adresse unter Einstellungen → Modelle.",
  "The account at {host} has no credit left.": "Das Konto bei {host} hat kein Guthaben mehr.",
  "{server} is getting too many requests.": "{server} bekommt zu viele Anfragen.",
  "{server} has a problem of its own ({status}).": "{server} hat selbst ein Problem ({status}).",
  "{server} has a problem of its own.": "{server} hat selbst ein Problem.",
  "Try again in a moment.": "Versuchen Sie es gleich noch einmal.",
  "Try again in a second.": "Versuchen Sie es in einer Sekunde noch einmal.",
  "Try again in {seconds} seconds.": "Versuchen Sie es in {seconds} Sekunden noch einmal.",
  "Try again in {minutes} minutes.": "Versuchen Sie es in {minutes} Minuten noch einmal.",
  "{server} refused the request ({status}): {reason}": "{server} hat die Anfrage verweigert ({status}): {reason}",
  "{server} refused the request ({status})": "{server} hat die Anfrage verweigert ({status})",
  "No key for the model is set. Set one in Settings → Models.":
    "Für das Modell ist kein Schlüssel gesetzt. Setzen Sie einen unter Einstellungen → Modelle.",
  "{server} sent an answer that could not be read. Try again.":
    "{server} hat eine Antwort gesendet, die nicht zu lesen war. Versuchen Sie es noch einmal.",
  "{server} reported an error: {words}": "{server} meldet einen Fehler: {words}",
  "Something went wrong in Countersign while answering. Open questions were withdrawn; nothing else was run.":
    "In Countersign ging beim Antworten etwas schief. Offene Fragen wurden zurückgezogen; sonst lief nichts.",
  "Countersign stopped several times while it worked on this answer, so the answer was ended. Open questions were withdrawn; no tool was run twice.":
    "Countersign hielt bei dieser Antwort mehrmals an, deshalb wurde sie beendet. Offene Fragen wurden zurückgezogen; kein Werkzeug lief zweimal.",
  "Not asked: this answer may ask {times} times. The rest did not run.":
    "Nicht gefragt: Diese Antwort darf {times} Mal fragen. Der Rest ist nicht gelaufen.",
  "Not asked: your chats may ask {times} times within an hour. The rest did not run; they may ask again as the hour passes.":
    "Nicht gefragt: Ihre Chats dürfen in einer Stunde {times} Mal fragen. Der Rest ist nicht gelaufen; mit der Zeit dürfen sie wieder fragen.",
  "This answer called {tool} {times} times with the same arguments, so it does not run again in it.":
    "Diese Antwort hat {tool} {times} Mal mit denselben Argumenten aufgerufen, deshalb läuft es darin nicht noch einmal.",
  "{declined} calls of this answer were declined, so it asks no more. Say what you would rather have.":
    "{declined} Aufrufe dieser Antwort wurden abgelehnt, deshalb fragt sie nicht mehr. Schreiben Sie, was Sie lieber hätten.",
  "This answer ended after {rounds} rounds of tool calls, the most one answer may take. Send a message to go on.":
    "Diese Antwort endete nach {rounds} Runden von Aufrufen, mehr darf eine Antwort nicht brauchen. Senden Sie eine Nachricht, um weiterzumachen.",
  "This chat is longer than its model reads at once.": "Dieser Chat ist länger, als sein Modell auf einmal liest.",
  "Its first message was not sent to the model.": "Seine erste Nachricht wurde dem Modell nicht gesendet.",
  "Its first {left} messages were not sent to the model.":
    "Seine ersten {left} Nachrichten wurden dem Modell nicht gesendet.",
  "This chat is nearly as long as its model reads at once. Soon its first messages will not be sent.":
    "Dieser Chat ist fast so lang, wie sein Modell auf einmal liest. Bald werden seine ersten Nachrichten nicht mehr gesendet.",
  "You have {most} chats, the most one person may have. Delete some that you no longer need.":
    "Sie haben {most} Chats, mehr dürfen es nicht sein. Löschen Sie einige, die Sie nicht mehr brauchen.",
  "{most} messages wait in this chat, the most that may. Send more once some of them were answered.":
    "{most} Nachrichten warten in diesem Chat, mehr dürfen es nicht sein. Senden Sie weitere, wenn einige beantwortet sind.",
  "You have sent {most} messages within an hour, the most one person may; long ones count as several. Send this one again in {time}.":
    "Sie haben in einer Stunde {most} Nachrichten gesendet, mehr dürfen es nicht sein; lange zählen mehrfach. Senden Sie diese in {time} noch einmal.",
  "Your chats have used {tokens} tokens of the models within a day, the most one person may, so nothing more was sent to the model. It goes on in {time}: then send a message. Whoever runs this app can raise TOKENS_PER_DAY.":
    "Ihre Chats haben an einem Tag {tokens} Token der Modelle gebraucht, mehr dürfen es nicht sein, deshalb wurde dem Modell nichts mehr gesendet. In {time} geht es weiter: Senden Sie dann eine Nachricht. Wer diese App betreibt, kann TOKENS_PER_DAY erhöhen.",
  "Only an owner uses a server by its address.": "Nur der Eigentümer benutzt einen Server über seine Adresse.",
  "Its key was sealed with another key than this instance has. Enter it again.":
    "Sein Schlüssel war mit einem anderen Schlüssel versiegelt, als diese Instanz hat. Geben Sie ihn noch einmal ein.",
  "There are {limit} accounts already. Disconnect some first.":
    "Es gibt schon {limit} Konten. Trennen Sie zuerst einige.",
  "There are too many accounts of this kind. Disconnect some first.":
    "Von dieser Art gibt es zu viele Konten. Trennen Sie zuerst einige.",
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
  // Alarms of several tools.
  "1 more gives the model orders.": "1 weiteres gibt dem Modell Anweisungen.",
  "{more} more give the model orders.": "{more} weitere geben dem Modell Anweisungen.",
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
  // Lines of a file of rules.
  "tabs cannot indent here: use spaces": "Tabs rücken hier nicht ein: Nehmen Sie Leerzeichen",
  "this line is indented differently from the other keys of its rule, or lacks its `- `":
    "diese Zeile ist anders eingerückt als die anderen ihrer Regel, oder ihr fehlt das `- `",
  'a text with ": " in it needs quotes around the whole of it':
    'ein Text mit ": " darin braucht Anführungszeichen um das Ganze',
  "a text with quotes or braces in it needs quotes around the whole of it":
    "ein Text mit Anführungszeichen oder Klammern darin braucht Anführungszeichen um das Ganze",
  "the file is nested too deeply to be read": "die Datei ist zu tief verschachtelt",
  "the key `{key}` is there twice": "den Schlüssel `{key}` gibt es zweimal",
  "unknown key {key}; a rule has {keys}; perhaps `{near}` is meant":
    "unbekannter Schlüssel {key}; eine Regel hat {keys}; vielleicht ist `{near}` gemeint",
  "unknown key {key}; a rule has {keys}": "unbekannter Schlüssel {key}; eine Regel hat {keys}",
  "unknown policy; choose one of {choices}": "diese Regel gibt es nicht; wählen Sie eine von {choices}",
  "`{key}` is not a text of 1 to {most} characters; put {value} in quotes":
    "`{key}` ist kein Text von 1 bis {most} Zeichen; setzen Sie {value} in Anführungszeichen",
  "`{key}` is not a text of 1 to {most} characters": "`{key}` ist kein Text von 1 bis {most} Zeichen",
  "`{key}` is an empty list, which fits nothing": "`{key}` ist eine leere Liste, zu der nichts passt",
  "`rules` is not a list, in which each rule begins with `- `":
    "`rules` ist keine Liste, in der jede Regel mit `- ` beginnt",
  "there are more than {most} rules": "es sind mehr als {most} Regeln",
  "a rule is a list of keys, like `then: ask`": "eine Regel ist eine Liste von Schlüsseln, wie `then: ask`",
  "there is another rule with the id {id}": "eine andere Regel hat schon die ID {id}",
  "`role` is one of {roles}": "`role` ist eine von {roles}",
  "there is no server {server}; there are {known}": "einen Server {server} gibt es nicht; es gibt {known}",
  "`annotations` is not a list of keys, like `destructiveHint: true`":
    "`annotations` ist keine Liste von Schlüsseln, wie `destructiveHint: true`",
  "this annotation is there twice": "diese Annotation gibt es zweimal",
  "an annotation is one of {names}, and true or false": "eine Annotation ist eine von {names}, und true oder false",
  "`hide` is true or false": "`hide` ist true oder false",
  "`hide: true` goes with `then: deny` only: what may run must be seen":
    "`hide: true` passt nur zu `then: deny`: Was laufen darf, muss zu sehen sein",
  "`hide: true` cannot stand beside `when`: a tool is hidden before there are arguments":
    "`hide: true` passt nicht zu `when`: Ein Werkzeug ist verborgen, bevor es Argumente gibt",
  "a rule needs `then: allow`, `then: ask` or `then: deny`":
    "eine Regel braucht `then: allow`, `then: ask` oder `then: deny`",
  "`when` is an expression, or `any:` or `all:` with a list of them":
    "`when` ist ein Ausdruck, oder `any:` oder `all:` mit einer Liste davon",
  "`{word}` is a list of 1 to {most} conditions, at most {deep} deep":
    "`{word}` ist eine Liste von 1 bis {most} Bedingungen, höchstens {deep} tief",
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
};
