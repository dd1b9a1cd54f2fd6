import type { saidFormWords } from "./words.en.ts";

export const saidFormWordsDe: { [Each in (typeof saidFormWords)[number]]: string } = {
  // JSON that cannot be read, in the middle of sentences.
  "…{saidWhat} (line {line}, column {column})": "{saidWhat} (Zeile {line}, Spalte {column})",
  "…Unexpected text after the JSON value": "Nach dem JSON-Wert steht noch Text",
  "…A key in double quotes is missing": "Ein Schlüssel in doppelten Anführungszeichen fehlt",
  "…The key {key} appears twice": "Der Schlüssel {key} kommt zweimal vor",
  "…A colon is missing": "Ein Doppelpunkt fehlt",
  "…An object is not closed": "Ein Objekt ist nicht geschlossen",
  "…A list is not closed": "Eine Liste ist nicht geschlossen",
  "…A text is not closed or contains a forbidden character":
    "Ein Text ist nicht geschlossen oder enthält ein verbotenes Zeichen",
  "…A JSON value is missing or misspelt": "Ein JSON-Wert fehlt oder ist falsch geschrieben",
  "…JSON has more than {most} values": "Das JSON hat mehr als {most} Werte",
  "…JSON is nested deeper than {most} levels": "Das JSON ist tiefer als {most} Ebenen verschachtelt",
  "…JSON is larger than {most} bytes": "Das JSON ist größer als {most} Bytes",
  '…The key "{key}" is not allowed': "Der Schlüssel „{key}“ ist nicht erlaubt",
  "…Text contains half of a surrogate pair": "Ein Text enthält ein halbes Surrogatpaar",
  "…A number is too large": "Eine Zahl ist zu groß",
  "…A whole number is larger than 9007199254740991 and cannot be read exactly":
    "Eine ganze Zahl ist größer als 9007199254740991 und lässt sich nicht genau lesen",
  "…The value is not plain JSON": "Der Wert ist kein einfaches JSON",
  // Forms of servers that cannot be shown.
  "The server sent a form that cannot be read: {saidProblem}.":
    "Der Server hat ein Formular gesendet, das nicht zu lesen ist: {saidProblem}.",
  "The server sent no form.": "Der Server hat kein Formular gesendet.",
  "The server sent a form that cannot be shown: {saidWhy}.":
    "Der Server hat ein Formular gesendet, das nicht zu zeigen ist: {saidWhy}.",
  'It asks for a secret ("{words}"). Servers must not ask for this here.':
    "Es fragt nach einem Geheimnis („{words}“). Danach dürfen Server hier nicht fragen.",
  "…it is not a list of fields": "Es ist keine Liste von Feldern",
  "…its fields are malformed": "Seine Felder sind falsch gebaut",
  "…its list of required fields is malformed": "Seine Liste nötiger Felder ist falsch gebaut",
  '…it uses "{keyword}"': "Es benutzt „{keyword}“",
  "…it has more than {most} fields": "Es hat mehr als {most} Felder",
  '…it requires "{field}", which it does not have': "Es verlangt „{field}“ und hat es nicht",
  '…the field "{field}" {saidWhat}': "Das Feld „{field}“ {saidWhat}",
  "…has no usable name": "hat keinen brauchbaren Namen",
  "…is malformed": "ist falsch gebaut",
  "…is of a kind that forms cannot have": "ist von einer Art, die Formulare nicht haben können",
  "…has options that are not of its type": "hat Möglichkeiten, die nicht von seinem Typ sind",
  "…asks for a password": "fragt nach einem Passwort",
  "…is a list without options": "ist eine Liste ohne Möglichkeiten",
  "…has options that are not texts": "hat Möglichkeiten, die keine Texte sind",
  "…asks for more options than it has": "verlangt mehr Möglichkeiten, als es hat",
  "…has no options": "hat keine Möglichkeiten",
  "…has malformed options": "hat falsch gebaute Möglichkeiten",
  "…has more than {most} options": "hat mehr als {most} Möglichkeiten",
  "…has options that are neither texts nor numbers": "hat Möglichkeiten, die weder Texte noch Zahlen sind",
  "…has an option that is too long": "hat eine Möglichkeit, die zu lang ist",
  "…has the same option twice": "hat dieselbe Möglichkeit zweimal",
  "…has a malformed {what}": "hat eine falsche Angabe ({what})",
  "…has a {what} that is too long": "hat eine Angabe, die zu lang ist ({what})",
  "…allows no answer": "erlaubt keine Antwort",
  "…is made of too many parts": "besteht aus zu vielen Teilen",
  "…refers to what its form does not hold": "verweist auf etwas, das sein Formular nicht enthält",
};
