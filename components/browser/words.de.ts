import type { TextsOf } from "#lib/words/words.ts";
import type { wordsInEnglish } from "./words.en.ts";
import { saidCallWordsDe } from "#components/browser/said/calls/words.de.ts";
import { saidClientWordsDe } from "#components/browser/said/clients/words.de.ts";
import { saidEntryWordsDe } from "#components/browser/said/entries/words.de.ts";
import { saidFormWordsDe } from "#components/browser/said/forms/words.de.ts";
import { saidOutcomeWordsDe } from "#components/browser/said/outcomes/words.de.ts";
import { saidModelWordsDe } from "#components/browser/said/models/words.de.ts";
import { saidServerWordsDe } from "#components/browser/said/servers/words.de.ts";
import { saidRuleWordsDe } from "#components/browser/said/rules/words.de.ts";

/** What the server and `lib` say in English, in German. */
export const wordsInEnglishDe: TextsOf<typeof wordsInEnglish> = {
  ...saidCallWordsDe,
  ...saidClientWordsDe,
  ...saidModelWordsDe,
  ...saidServerWordsDe,
  ...saidRuleWordsDe,
  ...saidOutcomeWordsDe,
  ...saidFormWordsDe,
  ...saidEntryWordsDe,
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
  "The store does not answer at the moment. This may or may not have been done: look again before you repeat it.":
    "Der Speicher antwortet gerade nicht. Vielleicht ist es geschehen, vielleicht nicht: Sehen Sie nach, bevor Sie es wiederholen.",
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
  "Another browser uses this instance. Open the link that npm start or npm run link prints.":
    "Ein anderer Browser benutzt diese Instanz. Öffnen Sie den Link, den npm start oder npm run link ausgibt.",
  "Open the link that npm start or npm run link prints.":
    "Öffnen Sie den Link, den npm start oder npm run link ausgibt.",
  "This link was used already or is older than ten minutes. Get a new one with npm run link.":
    "Dieser Link wurde schon benutzt oder ist älter als zehn Minuten. Einen neuen gibt npm run link.",
  "Open the app in this browser first, by its link.": "Öffnen Sie die App in diesem Browser zuerst über ihren Link.",
  "As many invitations are open as may be. Take some back first.":
    "Mehr Einladungen dürfen nicht offen sein. Nehmen Sie zuerst einige zurück.",
  "Only the owner invites or changes admins and people who may answer for others, gives them a new password, or lets them back in.":
    "Nur der Eigentümer lädt Admins und Personen, die für andere antworten dürfen, ein oder ändert sie, gibt ihnen ein neues Passwort oder entsperrt sie.",
  "This app knows no organisation to sign in through. Whoever runs it can name one.":
    "Diese App kennt keine Organisation, über die man sich anmeldet. Wer sie betreibt, kann eine nennen.",
  "Whoever signs in through the organisation has no password here.":
    "Wer sich über die Organisation anmeldet, hat hier kein Passwort.",
  "This passkey is here already, or you have as many as one may. Remove one first.":
    "Diesen Passkey gibt es hier schon, oder Sie haben so viele, wie erlaubt sind. Entfernen Sie zuerst einen.",
  "Browsers know no passkeys for an address of numbers. Whoever runs the app can give it a name, by PUBLIC_URL.":
    "Für eine Adresse aus Zahlen kennen Browser keine Passkeys. Wer die App betreibt, kann ihr mit PUBLIC_URL einen Namen geben.",
  "There is nothing to disconnect, or no password that you could sign in by instead.":
    "Es gibt nichts zu trennen, oder kein Passwort, mit dem Sie sich stattdessen anmelden könnten.",
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
  // Browsers.
  "Edge on {system}": "Edge auf {system}",
  "Opera on {system}": "Opera auf {system}",
  "Firefox on {system}": "Firefox auf {system}",
  "Chrome on {system}": "Chrome auf {system}",
  "Safari on {system}": "Safari auf {system}",
};
