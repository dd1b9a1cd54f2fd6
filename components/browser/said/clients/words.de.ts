import type { saidClientWords } from "./words.en.ts";

export const saidClientWordsDe: { [Each in (typeof saidClientWords)[number]]: string } = {
  "Countersign does not know this client.": "Countersign kennt diesen Client nicht.",
  "It holds calls for less than a minute.": "Es hält Aufrufe weniger als eine Minute offen.",
  "It moves a call that takes more than two minutes to the background, and some remote questions are lost: then the card in the inbox answers.":
    "Dauert ein Aufruf mehr als zwei Minuten, geht er in den Hintergrund, und manche Fragen von fern gehen verloren: Dann antworten Sie auf der Karte im Eingang.",
  "It declares that it can ask, and drops the question: Countersign asks in the inbox instead.":
    "Er sagt, dass er fragen kann, und verwirft die Frage: Countersign fragt stattdessen im Eingang.",
  "It cannot ask its user: the card in the inbox answers.":
    "Er kann seinen Nutzer nicht fragen: Sie antworten auf der Karte im Eingang.",
  "Its limits are not known.": "Seine Grenzen sind nicht bekannt.",
  "Its limits are not known, so calls are held for less than a minute.":
    "Seine Grenzen sind nicht bekannt, deshalb werden Aufrufe weniger als eine Minute offen gehalten.",
  'It has approvals of its own: with `approval_policy = "never"` it runs no tool of a server and declines questions by itself, unless the server has `default_tools_approval_mode = "approve"`; then the card in the inbox answers.':
    'Er hat eigene Genehmigungen: Mit `approval_policy = "never"` führt er kein Werkzeug eines Servers aus und lehnt Fragen selbst ab, außer der Server hat `default_tools_approval_mode = "approve"`; dann antworten Sie auf der Karte im Eingang.',
  "With `{option}` it drops the question: the card in the inbox answers.":
    "Mit `{option}` verwirft er die Frage: Sie antworten auf der Karte im Eingang.",
  "It gives a call up after a minute, and comes back for its result.":
    "Er gibt einen Aufruf nach einer Minute auf und kommt zurück, um das Ergebnis zu holen.",
  "Version {version} does not say that it can ask its user: the card in the inbox answers.":
    "Version {version} sagt nicht, dass sie ihren Nutzer fragen kann: Sie antworten auf der Karte im Eingang.",
  "Calls that stay open for more than five minutes have been seen to hang.":
    "Aufrufe, die mehr als fünf Minuten offen sind, blieben manchmal hängen.",
  // A client that wants to be let in.
  "It wants its answer here, where no client is.": "Er will seine Antwort hierher, wo kein Client ist.",
  "It wants its answer without encryption, at another computer.":
    "Er will seine Antwort unverschlüsselt, auf einem anderen Rechner.",
  "The request is not one that can be answered.": "Die Anfrage lässt sich nicht beantworten.",
  "It keeps its description at {host}, and Countersign could not read it there. Where Countersign has no way to that host, have the client register itself, or give it a key.":
    "Seine Beschreibung liegt bei {host}, und Countersign konnte sie dort nicht lesen. Kommt Countersign nicht zu diesem Rechner, lassen Sie den Client sich selbst eintragen, oder geben Sie ihm einen Schlüssel.",
};
