import type { saidOutcomeWords } from "./words.en.ts";

export const saidOutcomeWordsDe: { [Each in (typeof saidOutcomeWords)[number]]: string } = {
  // What the gate says of a call that did not run.
  "This tool call was not run: it needs a person's approval and nobody could be asked.":
    "Dieser Aufruf ist nicht gelaufen: Er braucht eine Genehmigung, und es war niemand zu fragen.",
  "This tool call was not run and the user was not asked again: they already declined it in this turn.":
    "Dieser Aufruf ist nicht gelaufen, und der Nutzer wurde nicht noch einmal gefragt: Er hat ihn in dieser Antwort schon abgelehnt.",
  "This tool call was not run and the user was not asked again: they declined exactly this call less than {minutes} minutes ago.":
    "Dieser Aufruf ist nicht gelaufen, und der Nutzer wurde nicht noch einmal gefragt: Er hat genau diesen Aufruf vor weniger als {minutes} Minuten abgelehnt.",
  "This tool call was not run and the user was not asked: they declined {times} calls in this turn.":
    "Dieser Aufruf ist nicht gelaufen, und der Nutzer wurde nicht gefragt: Er hat in dieser Antwort {times} Aufrufe abgelehnt.",
  "Stop calling tools and ask the user in words what they want instead.":
    "Das Modell soll nichts mehr aufrufen und den Nutzer in Worten fragen, was er stattdessen will.",
  "This tool call was not run: the user has been asked too many questions {saidWithin}.":
    "Dieser Aufruf ist nicht gelaufen: Der Nutzer wurde {saidWithin} zu oft gefragt.",
  "…in this turn": "in dieser Antwort",
  "…within the last hour": "in der letzten Stunde",
  "Stop calling tools and tell the user where things stand.":
    "Das Modell soll nichts mehr aufrufen und dem Nutzer sagen, wie es steht.",
  "This tool call was not run: you made exactly the same call {times} times in this turn.":
    "Dieser Aufruf ist nicht gelaufen: Das Modell hat genau diesen Aufruf in dieser Antwort {times} Mal gemacht.",
  "Its answer stands above.": "Das Ergebnis steht weiter oben.",
  "Go on with it, or tell the user where things stand.":
    "Das Modell soll damit weitermachen oder dem Nutzer sagen, wie es steht.",
  "This tool call was not run: its arguments do not fit the tool's schema ({problems}).":
    "Dieser Aufruf ist nicht gelaufen: Seine Argumente passen nicht zum Schema des Werkzeugs ({problems}).",
  "Correct the arguments before calling it again.": "Das Modell soll sie berichtigen, bevor es noch einmal aufruft.",
  'Tool "{tool}" was not run: it is not available right now ("{saidProblem}").':
    "Das Werkzeug „{tool}“ ist nicht gelaufen: Es ist gerade nicht da („{saidProblem}“).",
  'Tool "{tool}" was not run: it is not available right now.':
    "Das Werkzeug „{tool}“ ist nicht gelaufen: Es ist gerade nicht da.",
  'Tool "{tool}" was not run: its definition changed since the call was proposed, so an approval given for the old one does not count.':
    "Das Werkzeug „{tool}“ ist nicht gelaufen: Seine Definition hat sich geändert, seit der Aufruf vorgeschlagen wurde, deshalb zählt eine Genehmigung der alten nicht.",
  "Look at the tool's present description before you propose it again.":
    "Das Modell soll die jetzige Beschreibung des Werkzeugs ansehen, bevor es den Aufruf noch einmal vorschlägt.",
  'Tool "{tool}" was not run: others must approve its calls now than whoever approved this one.':
    "Das Werkzeug „{tool}“ ist nicht gelaufen: Seine Aufrufe müssen jetzt andere genehmigen, als diesen genehmigt haben.",
  'Tool "{tool}" was not run: it is watched more closely now than when this call was approved.':
    "Das Werkzeug „{tool}“ ist nicht gelaufen: Es wird jetzt strenger überwacht als bei der Genehmigung.",
  "This tool call was not run: what is stored of it is not what was approved.":
    "Dieser Aufruf ist nicht gelaufen: Was von ihm gespeichert ist, ist nicht, was genehmigt wurde.",
  'This tool call was not run: the request never reached its server ("{saidProblem}").':
    "Dieser Aufruf ist nicht gelaufen: Die Anfrage hat seinen Server nie erreicht („{saidProblem}“).",
  "This tool call was not run: it was approved, but it was not started before the approval ran out.":
    "Dieser Aufruf ist nicht gelaufen: Er wurde genehmigt, aber nicht begonnen, bevor die Genehmigung ablief.",
  "This tool call was not run: it timed out waiting for approval.":
    "Dieser Aufruf ist nicht gelaufen: Niemand hat ihn rechtzeitig genehmigt.",
  "Nobody declined it.": "Abgelehnt hat ihn niemand.",
  "This tool call was not run: it was never approved.": "Dieser Aufruf ist nicht gelaufen: Er wurde nie genehmigt.",
  "This tool call was not run: its approval was not given by a person.":
    "Dieser Aufruf ist nicht gelaufen: Seine Genehmigung kam nicht von einem Menschen.",
  "This tool call was not run: {saidWho} declined it.":
    "Dieser Aufruf ist nicht gelaufen: Abgelehnt hat ihn {saidWho}.",
  'Their reason: "{reason}".': "Der Grund: „{reason}“.",
  "This tool call was not run: {saidWho} answered in the tool's place, in their own words.":
    "Dieser Aufruf ist nicht gelaufen: Statt des Werkzeugs hat {saidWho} geantwortet, mit eigenen Worten.",
  'These are words of a person, not a result of the tool: "{words}". Go on with them; do not call it again for this request.':
    "Das sind Worte eines Menschen und kein Ergebnis des Werkzeugs: „{words}“. Das Modell soll damit weitermachen und den Aufruf für diese Bitte nicht wiederholen.",
  "…the user (You)": "der Nutzer (Sie)",
  "…the user ({name})": "der Nutzer ({name})",
  "…the user": "der Nutzer",
  "This tool call was not run: {saidEnding}.": "Dieser Aufruf ist nicht gelaufen, denn {saidEnding}.",
  "Tool execution denied by policy: {saidReason} It was not run.":
    "Von einer Regel verweigert: {saidReason} Der Aufruf ist nicht gelaufen.",
  "A rule decided this, not the user.": "Das hat eine Regel entschieden, nicht der Nutzer.",
  "Do not call it again for this request, in this or another way, unless the user asks for it.":
    "Das Modell soll den Aufruf für diese Bitte nicht wiederholen, auch nicht auf anderem Weg, außer der Nutzer will es.",
  "Tell the user; do not call it again for this request unless the user asks for it.":
    "Das Modell soll es dem Nutzer sagen und den Aufruf für diese Bitte nicht wiederholen, außer der Nutzer will es.",
  // What it says of a call of which that is not known, or that did not finish.
  'It is unknown whether this tool call took effect: it was started and no answer came ("{saidProblem}").':
    "Niemand weiß, ob dieser Aufruf etwas bewirkt hat: Er wurde begonnen, und es kam keine Antwort („{saidProblem}“).",
  "It may have run.": "Vielleicht ist er gelaufen.",
  "Check the present state before trying again, and tell the user.":
    "Vor einem neuen Versuch soll das Modell nachsehen, wie es steht, und es dem Nutzer sagen.",
  "This tool call did not finish: its server asked the user a question, and {saidEnding}.":
    "Dieser Aufruf wurde nicht fertig: Sein Server hat den Nutzer etwas gefragt, und {saidEnding}.",
  "What it did before the question is unknown.": "Was er vor der Frage getan hat, weiß niemand.",
  "This tool call was not carried out: its server wants a web page opened first, and {saidEnding}.":
    "Dieser Aufruf wurde nicht ausgeführt: Sein Server verlangt, dass zuerst eine Seite geöffnet wird, und {saidEnding}.",
  "This tool call was not carried out: its server wants the user to sign in to it first, and {saidEnding}.":
    "Dieser Aufruf wurde nicht ausgeführt: Sein Server verlangt, dass sich der Nutzer zuerst bei ihm anmeldet, und {saidEnding}.",
  // How a question ended without a yes.
  "…the user declined to": "der Nutzer hat das abgelehnt",
  "…the user dismissed the question without answering it": "der Nutzer hat die Frage verworfen, ohne zu antworten",
  "…a client said that its user answered, and nobody here proved it":
    "ein Client sagt, dass sein Nutzer geantwortet hat, und hier hat es niemand nachgewiesen",
  "…the question timed out without an answer": "niemand hat die Frage rechtzeitig beantwortet",
  "…the user stopped the run": "der Nutzer hat die Antwort angehalten",
  "…the user wrote a new message instead of answering":
    "der Nutzer hat eine neue Nachricht geschrieben, statt zu antworten",
  "…the user changed an earlier message, which withdrew the question":
    "der Nutzer hat eine frühere Nachricht geändert, und das zog die Frage zurück",
  "…the connection to the server was lost while the question was open":
    "die Verbindung zum Server brach ab, während die Frage offen war",
  "…the server withdrew its question": "der Server hat seine Frage zurückgenommen",
  "…the key of the program that asked for it had ended before anybody answered":
    "der Schlüssel des Programms, das darum bat, war zu Ende, bevor jemand antwortete",
  "…the client that made the call was gone before anybody answered":
    "der Client des Aufrufs war fort, bevor jemand antwortete",
  "…the client did not say clearly what its user answered": "der Client gab keine klare Antwort seines Nutzers weiter",
  "…nobody could be asked": "es war niemand zu fragen",
  "…Countersign failed while the question was open": "in Countersign schlug etwas fehl, während die Frage offen war",
  "…what the call changes had changed before it started": "was der Aufruf ändert, hatte sich vor dem Start geändert",
  // Why a call was not sent, and why nobody knows how it ended.
  "the run was stopped while the tool was running": "die Antwort wurde angehalten, während das Werkzeug lief",
  "…the run was stopped while the tool was running": "die Antwort wurde angehalten, während das Werkzeug lief",
  "Countersign stopped while the tool was running": "Countersign hielt an, während das Werkzeug lief",
  "…Countersign stopped while the tool was running": "Countersign hielt an, während das Werkzeug lief",
  "…its agent waits no more": "sein Agent wartet nicht mehr",
  "…a rule or a grant changed before its agent came for it, and it may not run any more":
    "eine Regel oder eine Freigabe hat sich geändert, bevor sein Agent ihn holte, und er darf nicht mehr laufen",
  "…It was stopped before the call was sent.": "Er wurde angehalten, bevor er gesendet war.",
  "…It was stopped after the call was sent.": "Er wurde angehalten, nachdem er gesendet war.",
  "…While the call waited for its server, a rule or a grant changed, and it may not run any more.":
    "Während der Aufruf auf seinen Server wartete, hat sich eine Regel oder eine Freigabe geändert, und er darf nicht mehr laufen.",
  "…The tool has changed or is gone since the call was proposed.":
    "Das Werkzeug hat sich geändert oder ist weg, seit der Aufruf vorgeschlagen wurde.",
  "…Nobody knows whether the tool changed. {saidWhy}": "Niemand weiß, ob sich das Werkzeug geändert hat. {saidWhy}",
  "…It is not connected.": "Er ist nicht verbunden.",
  "…The connection is over.": "Die Verbindung ist beendet.",
  "…The server no longer knows this session.": "Der Server kennt diese Sitzung nicht mehr.",
  "…The server could not be reached ({code}).": "Der Server war nicht zu erreichen ({code}).",
  "…The server had begun, and could not be asked to go on. {saidWhy}":
    "Der Server hatte begonnen und war nicht zu bitten, weiterzumachen. {saidWhy}",
  "…The server had begun, and then asked for a sign-in.":
    "Der Server hatte begonnen und verlangte dann eine Anmeldung.",
  "…The server answered with an error (HTTP {status}).": "Der Server antwortete mit einem Fehler (HTTP {status}).",
  "…The server refused the request (HTTP {status}). It said: {words}":
    "Der Server hat die Anfrage verweigert (HTTP {status}). Er sagte: {words}",
  "…The server refused the request (HTTP {status}).": "Der Server hat die Anfrage verweigert (HTTP {status}).",
  "…The connection was lost after the call was sent.": "Die Verbindung brach ab, nachdem der Aufruf gesendet war.",
  "…The connection failed after the call was sent ({code}).":
    "Die Verbindung brach ab, nachdem der Aufruf gesendet war ({code}).",
  "…The connection failed after the call was sent.": "Die Verbindung brach ab, nachdem der Aufruf gesendet war.",
  "…The call failed after it was sent: {words}": "Der Aufruf schlug fehl, nachdem er gesendet war: {words}",
  "…The server did not answer in time.": "Der Server hat nicht rechtzeitig geantwortet.",
  "…The server asked too many questions.": "Der Server hat zu viel gefragt.",
  "…No answer came: {saidWhy}.": "Es kam keine Antwort: {saidWhy}.",
  "…the connection was closed": "die Verbindung wurde geschlossen",
  "…The server began a task, which is lost from sight. {saidWhy}":
    "Der Server hat eine Aufgabe begonnen, die nicht mehr zu finden ist. {saidWhy}",
  "…The task did not end within the time of a call.": "Die Aufgabe endete nicht in der Zeit eines Aufrufs.",
  "…Somebody else asks for it now.": "Jemand anderes fragt jetzt danach.",
  // How a result differs from what its tool says.
  "The tool says that its results have structured content, and this one has none.":
    "Das Werkzeug sagt, seine Ergebnisse haben strukturierten Inhalt, und dieses hat keinen.",
  "The structured content is not as the tool's own schema says: {problems}.":
    "Der strukturierte Inhalt ist nicht, wie das Schema des Werkzeugs sagt: {problems}.",
  // What a call waits for.
  "Waits for the server to say that you are done on the page.":
    "Wartet darauf, dass der Server sagt, dass Sie auf der Seite fertig sind.",
  // Arguments that the model wrote.
  "The model called {tool} with arguments that cannot be used: {saidProblem}. Nothing was run.":
    "Das Modell hat {tool} mit Argumenten aufgerufen, die nicht zu gebrauchen sind: {saidProblem}. Nichts ist gelaufen.",
  "…{saidWhat} (at character {at})": "{saidWhat} (bei Zeichen {at})",
  // A tool that the model made up.
  "…there is no such tool": "dieses Werkzeug gibt es nicht",
};
