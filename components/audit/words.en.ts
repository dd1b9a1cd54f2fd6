import { words } from "#lib/words/words.ts";

/** What the audit page says. The records themselves stay English. */
export const auditWords = words("audit", {
  // use-time-words.ts
  days: "{value} d",
  hours: "{value} h",
  minutes: "{value} min",
  seconds: "{value} s",
  // answer-times-chart.tsx
  oneSecond: "1 s",
  oneMinute: "1 min",
  oneHour: "1 h",
  oneDay: "1 day",
  forEachDay: "For each day: half of its answers came within this time",
  onDaysThereWere: "On {days} days there were answers; on the slowest half of them took up to {time}.",
  // asks-chart.tsx
  accepted: "Approved",
  declined: "Declined",
  unanswered: "Not answered",
  noQuestionWas: "No question was answered yet.",
  atMostADay: "at most {most} a day",
  questionsEndedIn: "{total} questions ended in {days} days; at most {most} on one day.",
  // attention-table.tsx
  attentionOfThose: "Attention of those who answer",
  approvedInUnder: "Approved in under 2 s: probably unread. A rule or a grant may serve better there than a question.",
  answersByPerson: "Answers by person and tool",
  person: "Person",
  tool: "Tool",
  answers: "Answers",
  halfWithin: "Half within",
  underTwo: "Under 2 s",
  edited: "Edited",
  // tool-table.tsx
  questionsByTool: "Questions by tool",
  asked: "Asked",
  // audit-list.tsx
  thereAreNoSuch: "There are no such records.",
  allRecordsOf: "All {records} records of this call",
  aChatThatWas: "A chat that was deleted",
  // audit-screen.tsx
  audit: "Audit",
  everything: "Everything",
  questions: "Questions",
  calls: "Calls",
  verdicts: "Verdicts",
  grants: "Grants",
  policies: "Policies",
  tools: "Tools",
  models: "Models",
  sessions: "Sign-in",
  notifications: "Notifications",
  questionsInThe: "Questions in the last 30 days",
  halfOfTheAnswers: "Half of the answers came within <strong>{time}</strong>.",
  trail: "Trail",
  nothingIsSealed: "Nothing is sealed yet.",
  sealedRecords: "{records} sealed records",
  kindsOfRecords: "Kinds of records",
  latestRecords: "Latest records",
  olderRecords: "Older records",
  exportAs:
    "Export as <jsonl>JSON Lines</jsonl> or <csv>CSV</csv>: every sealed record of this instance with its seal, whatever is filtered here; arguments only as fingerprints. Check the JSON Lines anywhere, without the store, with <code>npm run audit -- verify '<file>'</code>.",
  // export-link.tsx
  oneMoment: "(one moment)",
  theServerCouldNotBe: "The server could not be reached.",
  // trail-filters.tsx
  filterRecords: "Filter records",
  everybody: "Everybody",
  from: "From",
  to: "To",
  show: "Show",
  ofOneChatOnly: "Of one chat only.",
  showAllRecords: "Show all records",
});
