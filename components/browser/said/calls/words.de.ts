import type { saidCallWords } from "./words.en.ts";

export const saidCallWordsDe: { [Each in (typeof saidCallWords)[number]]: string } = {
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
  "The {saidPolicy} asks about this call.": "Gefragt wird wegen: {saidPolicy}.",
  "The {saidPolicy} allows this call.": "Diesen Aufruf erlaubt: {saidPolicy}.",
  "These arguments are too long for all conditions on this call to be decided, so a person is asked.":
    "Diese Argumente sind zu lang, um alle Bedingungen zu prüfen. Deshalb wird ein Mensch gefragt.",
  "These arguments are too long for all conditions on this call to be decided, so the call is refused.":
    "Diese Argumente sind zu lang, um alle Bedingungen zu prüfen. Deshalb wird der Aufruf verweigert.",
  "{count} more ask: {rules}.": "{count} weitere fragen: {rules}.",
  "This chat is in shadow mode: its tool calls are shown, and nothing runs.":
    "Dieser Chat ist im Schattenmodus: Aufrufe werden gezeigt, und nichts läuft.",
  "The person switched this tool off in this chat.": "Dieses Werkzeug ist in diesem Chat ausgeschaltet.",
  "…custom policy": "eigene Regel in Code",
  "…policy in {file}": "Regel in {file}",
  "{saidProblem}, so a person is asked.": "{saidProblem}, deshalb wird ein Mensch gefragt.",
  "…The approval policy failed": "Eine Regel ist gescheitert",
  "…The {saidPolicy} gave no usable answer": "Keine brauchbare Antwort gab: {saidPolicy}",
  "…The {saidPolicy} did not answer within {ms} ms": "In {ms} ms antwortete nicht: {saidPolicy}",
  "Nobody by this name calls tools for you. Choose one of the callers in the list.":
    "Niemand dieses Namens ruft für Sie Werkzeuge auf. Wählen Sie einen Aufrufer aus der Liste.",
  "Your last questions are still being worked out. Try again in a moment.":
    "Ihre letzten Fragen werden noch bearbeitet. Versuchen Sie es gleich noch einmal.",
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
  // JSON that somebody types.
  "Unexpected text after the JSON value": "Nach dem JSON-Wert steht noch Text",
  "A key in double quotes is missing": "Ein Schlüssel in doppelten Anführungszeichen fehlt",
  "The key {key} appears twice": "Der Schlüssel {key} kommt zweimal vor",
  "A colon is missing": "Ein Doppelpunkt fehlt",
  "An object is not closed": "Ein Objekt ist nicht geschlossen",
  "A list is not closed": "Eine Liste ist nicht geschlossen",
  "A text is not closed or contains a forbidden character":
    "Ein Text ist nicht geschlossen oder enthält ein verbotenes Zeichen",
  "A JSON value is missing or misspelt": "Ein JSON-Wert fehlt oder ist falsch geschrieben",
  "JSON is nested deeper than {most} levels": "Das JSON ist tiefer als {most} Ebenen verschachtelt",
  "JSON is larger than {most} bytes": "Das JSON ist größer als {most} Bytes",
  'The key "{key}" is not allowed': "Der Schlüssel „{key}“ ist nicht erlaubt",
  "Text contains half of a surrogate pair": "Ein Text enthält ein halbes Surrogatpaar",
  "A number is too large": "Eine Zahl ist zu groß",
  "A whole number is larger than 9007199254740991 and cannot be read exactly":
    "Eine ganze Zahl ist größer als 9007199254740991 und lässt sich nicht genau lesen",
  // Previews of calls.
  "Something failed in Countersign.": "In Countersign ist etwas fehlgeschlagen.",
  "Countersign was stopped while it was computed.": "Countersign hielt an, während sie berechnet wurde.",
  "The tool has no preview any more.": "Das Werkzeug hat keine Vorschau mehr.",
  "With “dryRun” this call changes nothing.": "Mit „dryRun“ ändert dieser Aufruf nichts.",
  "The call does not say what the file becomes.": "Der Aufruf sagt nicht, was aus der Datei wird.",
  "The file cannot be read, so its edits cannot be shown.":
    "Die Datei ist nicht zu lesen, deshalb sind ihre Änderungen nicht zu zeigen.",
  "Edit {number} cannot be read.": "Änderung {number} ist nicht zu lesen.",
  "These are too many edits of too large a file to show.": "Das sind zu viele Änderungen einer zu großen Datei.",
  "What edit {number} replaces does not stand in the file word for word.":
    "Was Änderung {number} ersetzt, steht nicht Wort für Wort in der Datei.",
  "The server may refuse it, or find it in a looser way.":
    "Der Server verweigert es vielleicht oder sucht weniger genau.",
  "Its server says: “{words}”": "Sein Server sagt: „{words}“",
  "{tool} is the call itself.": "{tool} ist der Aufruf selbst.",
  "There is no tool {tool} on this server now.": "Ein Werkzeug {tool} gibt es auf diesem Server gerade nicht.",
  "{tool} is not used: its server does not say that it only reads.":
    "{tool} wird nicht benutzt: Sein Server sagt nicht, dass es nur liest.",
  "{tool} is not used: it asks every time.": "{tool} wird nicht benutzt: Es fragt jedes Mal.",
  "{tool} is not used: nobody here vouches that it only reads.":
    "{tool} wird nicht benutzt: Niemand hier bürgt dafür, dass es nur liest.",
  "The arguments do not suit {tool}: {problem}.": "Die Argumente passen nicht zu {tool}: {problem}.",
  "{tool} is not offered here.": "{tool} wird hier nicht angeboten.",
  "The arguments do not fit the schema of {tool}.": "Die Argumente passen nicht zum Schema von {tool}.",
  "{tool} would ask somebody: {reason}": "{tool} würde jemanden fragen: {reason}",
  "{tool} is refused: {reason}": "{tool} wird verweigert: {reason}",
  "A rule counts the calls of {tool}.": "Eine Regel zählt die Aufrufe von {tool}.",
  "What is in force here has just changed. Try again.":
    "Was hier gilt, hat sich gerade geändert. Versuchen Sie es noch einmal.",
  "It failed.": "Es schlug fehl.",
  "It took longer than {seconds} seconds.": "Es dauerte länger als {seconds} Sekunden.",
  "Its server asked a question, and a preview asks nobody.":
    "Sein Server hat etwas gefragt, und eine Vorschau fragt niemanden.",
  "Its server wants a sign-in first.": "Sein Server verlangt zuerst eine Anmeldung.",
  "No answer came: “{saidWhy}”": "Es kam keine Antwort: „{saidWhy}“",
  "Somebody else would have to run it.": "Jemand anderes müsste es ausführen.",
  // More refusals of answers.
  "Nothing has run: with these arguments the call asks for another reason. {why} Look at it again, then approve it once more.":
    "Nichts ist gelaufen: Mit diesen Argumenten fragt der Aufruf aus einem anderen Grund. {why} Sehen Sie ihn noch einmal an, dann genehmigen Sie ihn noch einmal.",
  "Nothing has run: with these arguments the call asks for another reason.":
    "Nichts ist gelaufen: Mit diesen Argumenten fragt der Aufruf aus einem anderen Grund.",
  "Look at it again, then approve it once more.": "Sehen Sie ihn noch einmal an, dann genehmigen Sie ihn noch einmal.",
  "Several people sign this call, and all sign the same, so its arguments cannot be edited. Decline it and say in a note what should change.":
    "Diesen Aufruf unterschreiben mehrere, und alle dasselbe, deshalb lassen sich seine Argumente nicht ändern. Lehnen Sie ihn ab und schreiben Sie in eine Notiz, was anders sein soll.",
  "This agent cannot take other arguments than its own. Decline the call and say in a note what should change.":
    "Dieser Agent nimmt keine anderen Argumente als seine eigenen. Lehnen Sie den Aufruf ab und schreiben Sie in eine Notiz, was anders sein soll.",
  "This agent runs its own tools, and takes a yes or a no.":
    "Dieser Agent führt seine Werkzeuge selbst aus und nimmt ein Ja oder ein Nein.",
  "Nothing has run: the preview on this card is not known any more. Have it computed again, and look at it.":
    "Nichts ist gelaufen: Die Vorschau auf dieser Karte ist nicht mehr bekannt. Lassen Sie sie noch einmal berechnen und sehen Sie sie an.",
  "What is asked is not what was shown. Reload and look at it again.":
    "Gefragt ist nicht, was gezeigt wurde. Laden Sie neu und sehen Sie noch einmal nach.",
  "Nothing has run: what is in force here changes again and again at the moment. Try once more.":
    "Nichts ist gelaufen: Was hier gilt, ändert sich gerade immer wieder. Versuchen Sie es noch einmal.",
  "A policy refuses these arguments: {reason}": "Eine Regel verweigert diese Argumente: {reason}",
  "This is a high risk, so it is not approved yet. Type exactly: {words}":
    "Das Risiko ist hoch, deshalb ist noch nichts genehmigt. Tippen Sie genau das: {words}",
  "This is a high risk, so it is not approved yet. That is not it. Type exactly: {words}":
    "Das Risiko ist hoch, deshalb ist noch nichts genehmigt. Das war es nicht. Tippen Sie genau das: {words}",
  "This form cannot be submitted: {saidProblem}": "Dieses Formular lässt sich nicht absenden: {saidProblem}",
  "The assistant gave no answer. Ask again, in other words.":
    "Der Assistent hat nicht geantwortet. Fragen Sie noch einmal, mit anderen Worten.",
  // Grants that cannot be given.
  "The owner set this tool to ask every time, so it cannot be granted.":
    "Der Eigentümer hat festgelegt, dass dieses Werkzeug jedes Mal fragt, deshalb lässt es sich nicht freigeben.",
  "Others answer for this tool, so it cannot be granted.":
    "Für dieses Werkzeug antworten andere, deshalb lässt es sich nicht freigeben.",
  "Handing work to another agent cannot be granted.":
    "Einem anderen Agenten Arbeit zu geben, lässt sich nicht freigeben.",
  "This tool is of high risk: every call needs a person.":
    "Das Risiko dieses Werkzeugs ist hoch: Jeder Aufruf braucht einen Menschen.",
  "An agent says itself who it is, so a grant for its tools holds in its session only.":
    "Ein Agent sagt selbst, wer er ist, deshalb gilt eine Freigabe für seine Werkzeuge nur in seiner Sitzung.",
  "A tool of risk {risk} cannot be allowed for good.":
    "Ein Werkzeug mit Risiko {risk} lässt sich nicht für immer freigeben.",
  "For a tool of this risk a grant without an end is given in Settings, under Grants.":
    "Für ein Werkzeug mit diesem Risiko gibt es eine Freigabe ohne Ende unter Einstellungen → Freigaben.",
  "Allow between 1 and {most} calls.": "Erlauben Sie 1 bis {most} Aufrufe.",
  "Say which argument the amount is in.": "Sagen Sie, in welchem Argument der Betrag steht.",
  "The total must be above 0, at most 1,000,000,000, with at most six decimals.":
    "Die Summe muss größer als 0 sein, höchstens 1.000.000.000, mit höchstens sechs Nachkommastellen.",
  "A condition has between 1 and {most} characters.": "Eine Bedingung hat 1 bis {most} Zeichen.",
  "This call has no amount in {argument}: a number above 0 with at most six decimals.":
    "Dieser Aufruf hat in {argument} keinen Betrag: eine Zahl über 0 mit höchstens sechs Nachkommastellen.",
  "The condition cannot be read: {problem}.": "Die Bedingung ist nicht zu lesen: {problem}.",
  "You have {most} standing grants, the most one person may. Revoke some under Settings first.":
    "Sie haben {most} Freigaben, mehr dürfen es nicht sein. Widerrufen Sie zuerst einige in den Einstellungen.",
  "A grant for one chat is given on a card in that chat.":
    "Eine Freigabe für einen Chat gibt es auf einer Karte in diesem Chat.",
  // Why a call is answered by itself.
  "a question of its server": "eine Frage seines Servers",
  "needs more than your word": "braucht mehr als Ihr Wort",
  "waits for somebody else": "wartet auf jemand anderen",
  "changed since it opened": "hat sich geändert, seit die Karte offen ist",
  "risk {risk}": "Risiko {risk}",
  "cannot be undone": "nicht umkehrbar",
  "was declined before in this answer": "in dieser Antwort schon abgelehnt",
  "long arguments": "lange Argumente",
  "contains hidden characters": "enthält versteckte Zeichen",
  "has a name that may imitate another": "hat einen Namen, der einen anderen nachahmen kann",
  "has an argument without a name": "hat ein Argument ohne Namen",
  // Apps.
  "The app is not shown: it is switched off or gone, or waits for a look on the Tools page.":
    "Die App wird nicht gezeigt: Sie ist ausgeschaltet oder weg, oder sie ist auf der Seite Werkzeuge zu prüfen.",
  "The app changed meanwhile. Load the page again.": "Die App hat sich inzwischen geändert. Laden Sie die Seite neu.",
  // In captions of cards.
  "({count} characters, below)": "({count} Zeichen, siehe unten)",
  "(no {name})": "({name} fehlt)",
  // What the app's own tools ask.
  "Fetch this page from the web?": "Diese Seite aus dem Web holen?",
  "Remember this note?": "Diese Notiz behalten?",
  "Delete note {id} for good?": "Notiz {id} endgültig löschen?",
  "This is the self-test of a client. Approving it changes nothing.":
    "Das ist die Probe eines Clients. Sie zu genehmigen, ändert nichts.",
  // More reasons of refusals.
  "The person whose chat this is may no longer use this instance, so nothing runs for them.":
    "Die Person, deren Chat das ist, darf diese Instanz nicht mehr benutzen, deshalb läuft nichts für sie.",
  "The key by which this was asked has lost this tool, so it does not run.":
    "Der Schlüssel, mit dem darum gebeten wurde, hat dieses Werkzeug nicht mehr; es läuft nicht.",
  "The key by which this was asked has ended, so nothing runs for it.":
    "Der Schlüssel, mit dem darum gebeten wurde, ist zu Ende, deshalb läuft nichts für ihn.",
  // What a call asks that waits for a sign-in.
  "The server runs this call only for people who are signed in to it.":
    "Der Server führt diesen Aufruf nur für Personen aus, die bei ihm angemeldet sind.",
};
