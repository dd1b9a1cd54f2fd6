import type { saidEntryWords } from "./words.en.ts";

export const saidEntryWordsDe: { [Each in (typeof saidEntryWords)[number]]: string } = {
  // What is wrong with mcp.json, or with an entry that is added.
  'mcp.json: server "{id}", key "{key}": must be an object such as {example}.':
    "mcp.json: Server „{id}“, Schlüssel „{key}“: muss ein Objekt sein wie {example}.",
  'mcp.json: server "{id}", key "{key}": must be "self", "other" or an object such as {example}.':
    "mcp.json: Server „{id}“, Schlüssel „{key}“: muss „self“, „other“ oder ein Objekt sein wie {example}.",
  'mcp.json: server "{id}": has "type": "sse", which no server of "era": "modern" speaks; leave "era" out.':
    'mcp.json: Server „{id}“: hat "type": "sse", das kein Server mit "era": "modern" spricht; lassen Sie „era“ weg.',
  'mcp.json: server "{id}": has "type": "{type}", which does not go with "{key}"; leave "type" out.':
    'mcp.json: Server „{id}“: hat "type": "{type}", das nicht zu „{key}“ passt; lassen Sie „type“ weg.',
  'mcp.json: server "": {saidProblem}.': "mcp.json: Server ohne Namen: {saidProblem}.",
  'This cannot be used: server "{id}", key "{key}": must be an object such as {example}.':
    "Das geht so nicht: Server „{id}“, Schlüssel „{key}“: muss ein Objekt sein wie {example}.",
  'This cannot be used: server "{id}", key "{key}": must be "self", "other" or an object such as {example}.':
    "Das geht so nicht: Server „{id}“, Schlüssel „{key}“: muss „self“, „other“ oder ein Objekt sein wie {example}.",
  'This cannot be used: server "{id}": has "type": "sse", which no server of "era": "modern" speaks; leave "era" out.':
    'Das geht so nicht: Server „{id}“: hat "type": "sse", das kein Server mit "era": "modern" spricht; lassen Sie „era“ weg.',
  'This cannot be used: server "{id}": has "type": "{type}", which does not go with "{key}"; leave "type" out.':
    'Das geht so nicht: Server „{id}“: hat "type": "{type}", das nicht zu „{key}“ passt; lassen Sie „type“ weg.',
  'This cannot be used: server "": {saidProblem}.': "Das geht so nicht: Server ohne Namen: {saidProblem}.",
  'mcp.json: server "{id}", key "{key}": {saidProblem}.': "mcp.json: Server „{id}“, Schlüssel „{key}“: {saidProblem}.",
  'mcp.json: server "{id}": {saidProblem}.': "mcp.json: Server „{id}“: {saidProblem}.",
  "mcp.json: {saidProblem}.": "mcp.json: {saidProblem}.",
  'This cannot be used: server "{id}", key "{key}": {saidProblem}.':
    "Das geht so nicht: Server „{id}“, Schlüssel „{key}“: {saidProblem}.",
  'This cannot be used: server "{id}": {saidProblem}.': "Das geht so nicht: Server „{id}“: {saidProblem}.",
  "…unknown key {key}; allowed here is mcpServers": "unbekannter Schlüssel {key}; erlaubt ist hier mcpServers",
  "…beside it stands the unknown key {key}, which might limit it; remove that key":
    "daneben steht der unbekannte Schlüssel {key}, der ihn begrenzen könnte; nehmen Sie ihn weg",
  '…key "mcpServers": is missing; write {object} for no servers':
    "Schlüssel „mcpServers“: fehlt; schreiben Sie {object}, wenn es keine Server gibt",
  '…key "mcpServers": must be an object; write {object} for no servers':
    "Schlüssel „mcpServers“: muss ein Objekt sein; schreiben Sie {object}, wenn es keine Server gibt",
  '…must be an object with the key "mcpServers"': "muss ein Objekt mit dem Schlüssel „mcpServers“ sein",
  '…stands under "servers"; move it to "mcpServers"': "steht unter „servers“; es gehört unter „mcpServers“",
  "…its name is empty, longer than 64 characters or contains control characters":
    "sein Name ist leer, hat mehr als 64 Zeichen oder enthält Steuerzeichen",
  '…its name begins with "agent:", as only those of agents elsewhere do; rename it':
    "sein Name beginnt mit „agent:“ wie nur die fremder Agenten; nennen Sie ihn anders",
  "…is not a valid configuration": "ist keine gültige Angabe",
  "…unknown key {keys}; allowed here are {known}": "unbekannter Schlüssel {keys}; erlaubt sind hier {known}",
  "…unknown keys {keys}; allowed here are {known}": "unbekannte Schlüssel {keys}; erlaubt sind hier {known}",
  "…must be a text in double quotes": "muss ein Text in doppelten Anführungszeichen sein",
  "…must not contain the character NUL": "darf das Zeichen NUL nicht enthalten",
  "…must be true or false": "muss true oder false sein",
  "…must be an object of texts": "muss ein Objekt aus Texten sein",
  "…must be a list of texts": "muss eine Liste von Texten sein",
  '…must be "chat", "gateway" or "both"': "muss „chat“, „gateway“ oder „both“ sein",
  '…must be "inherit", "always" or "never"': "muss „inherit“, „always“ oder „never“ sein",
  '…must be "auto", "modern" or "legacy"': "muss „auto“, „modern“ oder „legacy“ sein",
  '…must be "stdio", "http", or "sse" for the older HTTP+SSE':
    "muss „stdio“, „http“ oder, für das ältere HTTP+SSE, „sse“ sein",
  "…must not be empty; leave it out for the usual question":
    "darf nicht leer sein; lassen Sie es weg, wenn die übliche Frage gelten soll",
  "…must not be empty; name an argument, or leave it out for the tool's name":
    "darf nicht leer sein; nennen Sie ein Argument, oder lassen Sie es weg, wenn der Name des Werkzeugs gelten soll",
  "…must not be empty; give the program to start": "darf nicht leer sein; nennen Sie das Programm, das starten soll",
  "…must not be empty; leave it out for the folder of this file":
    "darf nicht leer sein; lassen Sie es weg, wenn der Ordner dieser Datei gelten soll",
  "…must not be empty": "darf nicht leer sein",
  "…must be at most 80 characters": "darf höchstens 80 Zeichen haben",
  "…must be a whole number of milliseconds": "muss eine ganze Zahl von Millisekunden sein",
  "…must be at least 30000 milliseconds (30 seconds)": "muss mindestens 30000 Millisekunden (30 Sekunden) sein",
  "…must be at most {most} milliseconds (90 days)": "darf höchstens {most} Millisekunden (90 Tage) sein",
  "…must be at least 1000 milliseconds": "muss mindestens 1000 Millisekunden sein",
  "…must be at most {most} milliseconds (one day)": "darf höchstens {most} Millisekunden (ein Tag) sein",
  "…must be one of {names}, in double quotes": "muss eins davon sein, in doppelten Anführungszeichen: {names}",
  "…must be an object with one entry per tool": "muss ein Objekt mit einem Eintrag für jedes Werkzeug sein",
  '…must be an object with "command" or "url"': "muss ein Objekt mit „command“ oder „url“ sein",
  '…has both "command" and "url"; keep "command" for a program on this computer or "url" for a server on the web':
    "hat „command“ und „url“; behalten Sie „command“ für ein Programm auf diesem Rechner oder „url“ für einen Server im Web",
  '…has neither "command" nor "url"; give one of them': "hat weder „command“ noch „url“; geben Sie eins davon an",
  '…has "{key}", which belongs to servers with a {other}; remove it':
    "hat „{key}“, das zu Servern mit „{other}“ gehört; nehmen Sie es weg",
  '…has "enabled" and "disabled" contradicting each other; keep one of them':
    "hat „enabled“ und „disabled“, die einander widersprechen; behalten Sie eins davon",
  '…has "{name}" in "env", which is not a name of an environment variable':
    "hat „{name}“ in „env“, und das ist kein Name einer Umgebungsvariablen",
  "…is not a web address; it must begin with http:// or https://":
    "ist keine Web-Adresse; sie muss mit http:// oder https:// beginnen",
  "…is not a valid HTTP header; check for line breaks and spaces":
    "ist kein gültiger HTTP-Header; achten Sie auf Zeilenumbrüche und Leerzeichen",
  "…{written} is not a variable; write {usual} or {other}":
    "{written} ist keine Variable; schreiben Sie {usual} oder {other}",
  "…the variable {name} is not set; set it before starting, or write {default}":
    "die Variable {name} ist nicht gesetzt; setzen Sie sie vor dem Start, oder schreiben Sie {default}",
  '…does not go with the header "Authorization"; keep one of them':
    "passt nicht zum Header „Authorization“; behalten Sie eins von beiden",
  "…must be an https:// address without a query; http:// only on this computer":
    "muss eine Adresse mit https:// und ohne Abfrage sein; http:// nur auf diesem Rechner",
  '…needs "clientId", and "issuer", so that it is sent nowhere else':
    "braucht „clientId“ und „issuer“, damit es nirgends sonst hingeht",
  '…needs "clientId", "clientSecret" and "issuer"': "braucht „clientId“, „clientSecret“ und „issuer“",
  '…must be "instance" with client credentials': "muss mit Client-Credentials „instance“ sein",
  '…must be false, or an object of texts: "who" is "person" or "instance", "grant" is "authorization_code" or "client_credentials", and there may be "issuer", "clientId", "clientSecret" and "scope"':
    "muss false sein oder ein Objekt aus Texten: „who“ ist „person“ oder „instance“, „grant“ ist „authorization_code“ oder „client_credentials“, und „issuer“, „clientId“, „clientSecret“ und „scope“ darf es geben",
  "…allowed here are quorum, people, roles": "erlaubt sind hier quorum, people, roles",
  "…must be a whole number of people": "muss eine ganze Zahl von Personen sein",
  "…must be at least 1 person": "muss mindestens 1 Person sein",
  "…must be at most 20 people": "dürfen höchstens 20 Personen sein",
  "…must be the id of a person": "muss die ID einer Person sein",
  "…must be a list of ids": "muss eine Liste von IDs sein",
  "…must name at most 100 people": "darf höchstens 100 Personen nennen",
  "…must be a list of roles": "muss eine Liste von Rollen sein",
  "…is one of {names}": "ist eins davon: {names}",
  '…names nobody who could answer; give "people" or "roles"':
    "nennt niemanden, der antworten könnte; geben Sie „people“ oder „roles“ an",
  "…needs {needed} people and names only {named}": "braucht {needed} Personen und nennt nur {named}",
  // Servers in a file of another app.
  "This is not the JSON of a settings file: {saidProblem}.":
    "Das ist nicht das JSON einer Datei mit Einstellungen: {saidProblem}.",
  "It has more than {most} keys.": "Er hat mehr als {most} Schlüssel.",
  "A text in {saidWhat} is longer than {most} characters.": "Ein Text hat mehr als {most} Zeichen ({saidWhat}).",
  "A text in it contains the character U+0000, which no text may.":
    "Ein Text darin enthält das Zeichen U+0000; das darf keiner.",
  "It needs more than {most} values.": "Er braucht mehr als {most} Werte.",
  "It has more than {most} arguments.": "Er hat mehr als {most} Argumente.",
  "A word of {saidWhat} is no text.": "Ein Wort ist kein Text ({saidWhat}).",
  "…its command": "sein Befehl",
  "…its address": "seine Adresse",
  "Its variables are no names with values.": "Seine Variablen sind keine Namen mit Werten.",
  "Its headers are no names with values.": "Seine Header sind keine Namen mit Werten.",
  "It has more than {most} variables.": "Er hat mehr als {most} Variablen.",
  "It has more than {most} headers.": "Er hat mehr als {most} Header.",
  "{name} is no name of a variable.": "{name} ist kein Name einer Variablen.",
  "The value of {name} is no text.": "Der Wert von {name} ist kein Text.",
  "That file is not read. Give what the server needs of it, one NAME=value a line.":
    "Diese Datei wird nicht gelesen. Geben Sie an, was der Server davon braucht, je Zeile NAME=Wert.",
  "What stands in the file as {written}.": "Was in der Datei als {written} steht.",
  "Empty: the variable {name} of the app’s own environment, or the file’s own value.":
    "Leer: die Variable {name} aus der Umgebung der App, oder der Wert der Datei.",
  "Empty: the variable {name} of the app’s own environment, or {value}.":
    "Leer: die Variable {name} aus der Umgebung der App, oder {value}.",
  "Empty: the variable {name} of the app’s own environment.": "Leer: die Variable {name} aus der Umgebung der App.",
  "The file’s own value is left out: it could stand for a variable of the app. {hint}":
    "Der Wert der Datei fehlt: Er könnte für eine Variable der App stehen. {hint}",
  "The file’s own value is left out: it could stand for a variable of the app.":
    "Der Wert der Datei fehlt: Er könnte für eine Variable der App stehen.",
  "mongodb://… or mongodb+srv://…; a user who may only read is safest.":
    "mongodb://… oder mongodb+srv://…; am sichersten ist ein Nutzer, der nur lesen darf.",
  // More of what is asked for a server of a file.
  "Variables of {files}": "Variablen aus {files}",
};
