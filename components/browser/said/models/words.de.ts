import type { saidModelWords } from "./words.en.ts";

export const saidModelWordsDe: { [Each in (typeof saidModelWords)[number]]: string } = {
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
  "The key of the program that asked this has ended, and this answer with it.":
    "Der Schlüssel des Programms, das dies gefragt hat, ist zu Ende, und mit ihm diese Antwort.",
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
  // What is given for an account.
  "The key is not set.": "Der Schlüssel fehlt.",
  "{saidName} contains spaces or other characters that a key cannot have.":
    "{saidName} enthält Leerzeichen oder andere Zeichen, die ein Schlüssel nicht haben kann.",
  "{saidName} contains a user name or password; write the key where keys go instead.":
    "{saidName} enthält Nutzernamen oder Passwort; schreiben Sie den Schlüssel dorthin, wo Schlüssel stehen.",
  '{saidName} is "{address}", which is not an http or https address such as http://localhost:11434/v1.':
    "{saidName} ist „{address}“ und damit keine Adresse mit http oder https wie http://localhost:11434/v1.",
  '{saidName} is "{address}"; it cannot contain "?" or "#".':
    "{saidName} ist „{address}“; darin darf kein „?“ oder „#“ stehen.",
  "…The key": "Der Schlüssel",
  "…The address": "Die Adresse",
  "What answers at {host} is no model server: it sent no list of models.":
    "Was unter {host} antwortet, ist kein Modellserver: Es kam keine Liste von Modellen.",
  "The models could not be listed.": "Die Modelle waren nicht aufzuzählen.",
};
