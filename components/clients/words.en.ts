import { words } from "#lib/words/words.ts";

/** What is said of clients and of what they called. */
export const clientWords = words("clients", {
  // client-links.tsx
  clients: "Clients",
  allClients: "All<hidden> clients</hidden>",
  working: "working",
  // says-it-is.tsx
  saysItIs: "says it is {named}",
  // session-screen.tsx
  client: "Client",
  stopItsCalls: "Stop its calls",
  nobodyCanCheckThat:
    "{kind, select, agent {This agent} other {This client}} {says}. Nobody can check that. <link>What is known of your clients</link>",
  theseAreTheLatest: "These are the latest {calls} calls. <link>All of them are in the audit trail</link>",
  calls: "Calls",
  // client-row.tsx
  begins: "begins",
  waitsForApproval: "waits for approval",
  runs: "runs",
  done: "done",
  failed: "failed",
  notRun: "not run",
  outcomeUnknown: "outcome unknown",
  revokeKey: "Revoke key",
  itsKeyHasEnded: "Its key has ended: it does not get in any more.",
  declares: "Declares",
  observed: "Observed",
  nothingYet: "Nothing yet.",
  known: "Known",
  selfTest: "Self-test",
  notTestedYet: "Not tested yet.",
  lastCalls: "Last calls",
  latestCallsOf: "Latest calls of {name}",
  callsWait: "{waiting, plural, one {One call waits for approval} other {# calls wait for approval}}",
  asksByBoth: "It can ask its user by forms and by links.",
  asksByForms: "It can ask its user by forms.",
  asksByLinks: "It can ask its user by links.",
  cannotAsk: "It cannot ask its user.",
  currentProtocol: "Current protocol.",
  olderProtocol: "Older protocol.",
  // observed-words.ts
  itClosed:
    "It closed {questions, plural, one {one question} other {# questions}} within half a second: it does not show them.",
  itsUserAnswered: "Its user answered {questions, plural, one {one question} other {# questions}} in it, as it says.",
  itGaveNoClear:
    "It gave no clear answer to {questions, plural, one {one question} other {# questions}}: nothing was run.",
  itWasSent: "It was sent {links, plural, one {one link} other {# links}} to a card.",
  itKeptOpenSeconds: "It kept a call open for {seconds, plural, one {one second} other {# seconds}} at most.",
  itKeptOpenMinutes: "It kept a call open for {minutes} minutes at most.",
  itCameBack: "It came back for {results, plural, one {one result} other {# results}}.",
  // self-test-words.ts
  theClientWasAsked:
    "{by, select, form {The client was asked by form.} link {The client was sent a link to the card.} other {The client was not asked.}}",
  theQuestionIsOpen:
    "The question is open: answer it {by, select, form {in the client, or in the inbox} other {in the inbox}}.",
  theTestEnded:
    "{where, select, nobody {Nobody answered: it gave up, or could not ask,} client {{approved, select, yes {Approved} other {Declined}} in the client} other {{approved, select, yes {Approved} other {Declined}} in Countersign}} after {seconds} s.",
  theCallWasHeld: "The call was held open for {seconds} s.",
  theClientHasTheResult:
    "{has, select, yes {The client has the result.} other {The client has not come back for the result.}}",
});
