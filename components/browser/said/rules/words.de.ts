import type { saidRuleWords } from "./words.en.ts";

export const saidRuleWordsDe: { [Each in (typeof saidRuleWords)[number]]: string } = {
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
  "Type the name or the pattern of the tool.": "Geben Sie den Namen oder das Muster des Werkzeugs ein.",
  "Condition {place} is not complete.": "Bedingung {place} ist nicht vollständig.",
  "Give the rule a name.": "Geben Sie der Regel einen Namen.",
  "It has comments, and the form would lose them.": "Sie hat Kommentare, und das Formular würde sie verlieren.",
  "Its conditions are joined in lists within lists, which the form does not have.":
    "Ihre Bedingungen sind in Listen in Listen verbunden, und die hat das Formular nicht.",
  "The form has no words for this condition: {expression}":
    "Das Formular hat keine Worte für diese Bedingung: {expression}",
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
  // Reasons of rules that the app gave them.
  "…“{rule}” cannot be decided on these arguments, so a person is asked.":
    "„{rule}“ ist bei diesen Argumenten nicht zu entscheiden, deshalb wird ein Mensch gefragt.",
  "…“{rule}” would have to add up too much, so the call is refused.":
    "„{rule}“ müsste zu viel zusammenzählen, deshalb wird der Aufruf verweigert.",
  "…A rule that an admin added in the app {saidDoes} this call.":
    "Eine Regel, die ein Admin in der App hinzugefügt hat, {saidDoes}.",
  "…A rule that nobody has confirmed yet in {file} {saidDoes} this call.":
    "Eine Regel in {file}, die noch niemand bestätigt hat, {saidDoes}.",
  "…{saidRule} ({file} has changed this rule since.)": "{saidRule} ({file} hat diese Regel seitdem geändert.)",
  "…{tool} was switched off on the tools page.": "{tool} wurde auf der Seite Werkzeuge ausgeschaltet.",
  "…{tool} is on the list of tools that ask.": "{tool} steht auf der Liste der Werkzeuge, die fragen.",
  "…{tool} is on the list of tools that are refused.":
    "{tool} steht auf der Liste der Werkzeuge, die verweigert werden.",
  "…{tool} is on the list of tools that are refused from here.":
    "{tool} steht auf der Liste der Werkzeuge, die von hier verweigert werden.",
  "…Approved as it is again and again.": "Immer wieder genehmigt, wie es ist.",
  "…allows": "erlaubt diesen Aufruf",
  "…asks about": "fragt bei diesem Aufruf",
  "…refuses": "verweigert diesen Aufruf",
  // What a changed policy loosens, and has cards say.
  "One of the policies is of a kind that cannot be compared.":
    "Eine der Regeldateien ist von einer Art, die sich nicht vergleichen lässt.",
  "Calls are no longer refused without exception.": "Aufrufe werden nicht mehr ausnahmslos verweigert.",
  'The rule "{id}" lets calls run that it did not before.':
    "Die Regel „{id}“ lässt Aufrufe laufen, die sie vorher nicht laufen ließ.",
  'The rule "{id}" no longer refuses all that it did.':
    "Die Regel „{id}“ verweigert nicht mehr alles, was sie verweigert hat.",
  'The rule "{id}" no longer asks about all that it did.':
    "Die Regel „{id}“ fragt nicht mehr bei allem, wobei sie gefragt hat.",
  'The rule "{id}" is gone or changed, which asked where its condition could not be decided.':
    "Die Regel „{id}“ ist weg oder geändert; sie fragte, wo ihre Bedingung nicht zu entscheiden war.",
  "What was in force cannot be compared with it.": "Was galt, lässt sich damit nicht vergleichen.",
  'The rule "{id}" is new.': "Die Regel „{id}“ ist neu.",
  'The rule "{id}" is about other calls.': "Die Regel „{id}“ gilt anderen Aufrufen.",
  'The rule "{id}" will be called "{next}".': "Die Regel „{id}“ heißt dann „{next}“.",
  "Cards will say: “{saidRule}”": "Karten sagen dann: „{saidRule}“",
  'Cards will say for the rule "{id}": “{saidRule}”': "Karten sagen dann zur Regel „{id}“: „{saidRule}“",
  // More of files of rules.
  "there are more than 5,000 lines": "es sind mehr als 5.000 Zeilen",
  "the file is larger than 256 KB": "die Datei ist größer als 256 KB",
  "only one document is allowed": "nur ein Dokument ist erlaubt",
  "there is more in the file than is read at once, which are about a thousand short rules":
    "in der Datei steht mehr, als auf einmal gelesen wird, das sind etwa tausend kurze Regeln",
  "expected `policy:` or `rules:`, with the rules in a list below it":
    "erwartet ist `policy:` oder `rules:`, mit den Regeln in einer Liste darunter",
  "there is no rule": "es gibt keine Regel",
  "there is more than one rule; save them one by one": "es ist mehr als eine Regel; speichern Sie sie einzeln",
  "the rule needs an `id:`, by which records can name it":
    "die Regel braucht eine `id:`, unter der sie im Protokoll steht",
  'a text that begins with ! needs quotes, like "!has(args.x)"':
    'ein Text, der mit ! beginnt, braucht Anführungszeichen, wie "!has(args.x)"',
  'a text that begins with * needs quotes, like "*_delete"':
    'ein Text, der mit * beginnt, braucht Anführungszeichen, wie "*_delete"',
  'a text that begins with > or | needs quotes, like ">=3"':
    'ein Text, der mit > oder | beginnt, braucht Anführungszeichen, wie ">=3"',
  // Keys and conditions of rules.
  '`risk` is a level from 0 to 5, a comparison like ">=3", or a list of such':
    '`risk` ist eine Stufe von 0 bis 5, ein Vergleich wie ">=3" oder eine Liste davon',
  "`caller` is {forms} or {last}, in which `*` stands for any name":
    "`caller` ist {forms} oder {last}; `*` steht darin für jeden Namen",
  "`{key}` is not a text; a text that begins with * needs quotes, like {example}":
    "`{key}` ist kein Text; ein Text, der mit * beginnt, braucht Anführungszeichen, wie {example}",
  "`when: {expression}`: {saidProblem}": "`when: {expression}`: {saidProblem}",
  "…{problem}; an argument of the call is written args.{variable}":
    "{problem}; ein Argument des Aufrufs schreibt man args.{variable}",
  "…there is no `{called}` that takes what stands here; there are startsWith, endsWith, contains, size and others":
    "es gibt kein `{called}`, das nimmt, was hier steht; es gibt startsWith, endsWith, contains, size und andere",
  "…{problem}; and, or and not are written &&, || and !": "{problem}; und, oder und nicht schreibt man &&, || und !",
  "…{problem}; is equal to is written ==": "{problem}; ist gleich schreibt man ==",
  // Of a file that has errors, in the trail.
  "{file}, line {line}: {saidMessage}.": "{file}, Zeile {line}: {saidMessage}.",
};
