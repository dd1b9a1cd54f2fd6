import { words } from "#lib/words/words.ts";

export const toolWords = words("tools", {
  // servers/review-app.tsx
  appName: "App {name}",
  standing: "{review, select, new {New} changed {Changed} rejected {Rejected} other {Accepted}}",
  itSendsTo: "It sends to {hosts}.",
  itSendsNothing: "It sends nothing to the network.",
  itLoadsFrom: "It loads from {hosts}.",
  itLoadsNothing: "It loads nothing from the network.",
  itAsksForAndDoesNotGet: "It asks for, and does not get {hosts}.",
  definitionOf: "Definition of {name}",
  // servers/server-section.tsx
  instructionsNeedReview: "Its instructions need review. Models are not told them yet.",
  toolsNeedReview:
    "{tools, plural, one {# tool needs review. Models can't use it yet.} other {# tools need review. Models can't use them yet.}}",
  appsNeedReview: "{apps, plural, one {# app needs} other {# apps need}} review. Nobody is shown it yet.",
  instructionsWereRejected: "Its instructions were rejected.",
  toolsWereRejected:
    "{tools, plural, one {# tool was rejected. Models can't use it.} other {# tools were rejected. Models can't use them.}}",
  appsWereRejected: "{apps, plural, one {# app was} other {# apps were}} rejected.",
  // servers/server-switches.tsx
  showItsApps: "Show its apps",
  pagesOfThisServer:
    "Pages of this server under results of its tools in the chat, each in a frame of its own once it is accepted.",
});
