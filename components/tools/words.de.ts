import type { TextsOf } from "#lib/words/words.ts";
import type { toolWords } from "./words.en.ts";

/** What the page of tools says, in German. */
export const toolWordsDe: TextsOf<typeof toolWords> = {
  appName: "App {name}",
  standing: "{review, select, new {Neu} changed {Geändert} rejected {Zurückgewiesen} other {Angenommen}}",
  itSendsTo: "Sie sendet an {hosts}.",
  itSendsNothing: "Sie sendet nichts ins Netz.",
  itLoadsFrom: "Sie lädt von {hosts}.",
  itLoadsNothing: "Sie lädt nichts aus dem Netz.",
  itAsksForAndDoesNotGet: "Sie verlangt, und bekommt nicht: {hosts}.",
  definitionOf: "Definition von {name}",
  instructionsNeedReview: "Seine Anweisungen sind zu prüfen. Modelle bekommen sie noch nicht.",
  toolsNeedReview:
    "{tools, plural, one {# Werkzeug ist zu prüfen. Modelle können es noch nicht benutzen.} other {# Werkzeuge sind zu prüfen. Modelle können sie noch nicht benutzen.}}",
  appsNeedReview:
    "{apps, plural, one {# App ist zu prüfen. Sie wird noch niemandem gezeigt.} other {# Apps sind zu prüfen. Sie werden noch niemandem gezeigt.}}",
  instructionsWereRejected: "Seine Anweisungen wurden zurückgewiesen.",
  toolsWereRejected:
    "{tools, plural, one {# Werkzeug wurde zurückgewiesen. Modelle können es nicht benutzen.} other {# Werkzeuge wurden zurückgewiesen. Modelle können sie nicht benutzen.}}",
  appsWereRejected: "{apps, plural, one {# App wurde} other {# Apps wurden}} zurückgewiesen.",
  showItsApps: "Seine Apps zeigen",
  pagesOfThisServer:
    "Seiten dieses Servers unter Ergebnissen seiner Werkzeuge im Chat, jede in einem eigenen Rahmen, sobald sie angenommen ist.",
};
