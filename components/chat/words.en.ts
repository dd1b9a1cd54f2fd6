import type { Say } from "#lib/words/say.ts";
import { words } from "#lib/words/words.ts";

export type ChatSay = Say<typeof chatWords.english>;

/** What the page of a chat says around its cards, in English. */
export const chatWords = words("chat", {
  // announcer.tsx
  waitsForOthers: "{tool} on {server} waits. {who}",
  // chat-header.tsx
  untitled: "Untitled",
  newChat: "New chat",
  chatSettings: "Chat settings",
  // chat-settings.tsx
  instructions: "Instructions",
  whatTheAgentShouldKnow:
    "What the agent should know and how it should behave in this chat. They count from your next request on.",
  model: "Model",
  shadowModeShowCalls: "Shadow mode: show calls, run nothing",
  shadowModeHint:
    "The agent’s tool calls appear in the chat and none of them runs. On: immediately. Off: from your next message.",
  showReviewers: "Show reviewers the words around a call",
  showReviewersHint:
    "Who may answer a call of this chat for you reads, as long as it waits, what you and the assistant wrote before it. Nothing else of the chat.",
  cancel: "Cancel",
  saveSettings: "Save settings",
  // chat-tools-button.tsx
  chooseTools: "{words}: choose tools",
  toolsInThisChat: "Tools in this chat",
  toolsFound: "Finds tools among {count}",
  toolsTooMany: "{count} tools are too many",
  toolsAll: "{count, plural, =0 {No tools} one {1 tool} other {{count} tools}}",
  // chat-tools-dialog.tsx
  searchTools: "Search tools",
  allOn: "All on",
  allOff: "All off",
  serversAndTheirTools: "Servers and their tools",
  noToolsAreThere: "No tools are there.",
  noToolHasTheseWords: "No tool has these words.",
  whatYouSwitchOff: "What you switch off counts at once, what you switch on from your next request on.",
  save: "Save",
  theModelSees: "The model sees {on, plural, =0 {no tools} one {1 tool} other {{on} tools}}.",
  tooManyAndNoneFound:
    "{on} tools are on, and this model takes {most} at once. The tool that finds others is hidden from it, so it sees none: switch some off.",
  tooManyButItFinds:
    "{on} tools are on, and this model takes {most} at once. It finds what it needs by find_tools, and sees what it found. {found, plural, =0 {It has found none yet.} other {It has found {found} so far.}}",
  // composer.tsx
  message: "Message",
  writeTheNextMessage: "Write the next message",
  writeAMessage: "Write a message",
  enterSends: "@ resource, / prompt, Shift+Enter: new line",
  stop: "Stop",
  send: "Send",
  // demo-banner.tsx
  demoModel: "Demo model.",
  thereIsNoAi:
    "There is no AI behind this chat; it knows a few fixed requests. The tools, the cards and the files are real.",
  useARealModel: "Use a real model",
  // earlier-messages.tsx
  showEarlierMessages: "Show earlier messages",
  earlierMessagesUnread: "The earlier messages could not be read. Try again.",
  // empty-chat.tsx
  theFileAppearsQuietly: "The file appears quietly; deleting it asks you first.",
  onlyReads: "Only reads, so it runs by itself.",
  movesMoney: "Moves money, so you see the whole call before it runs.",
  asksForWhatIsMissing: "The server asks you for what is missing.",
  nothingConsequential: "Nothing consequential without your signature",
  askForSomething:
    "Ask for something to be done. Before a tool changes anything, its complete call is put in front of you, and it runs only after you approve it.",
  requestsToTry: "Requests to try",
  whatYourServersCanDo: "What your servers can do",
  andMore: "and {more} more",
  // held-message.tsx
  yourMessage: "Your message",
  whatACancelledCard: "What a cancelled card asks for is not run.",
  dontSend: "Don’t send",
  keepWaiting: "Keep waiting",
  askAboutInstead: "Ask about {open, plural, one {it} other {them}} instead",
  sendAndCancel: "Send and cancel",
  noCardWaits: "No card waits any more.",
  cancelsACard: "Sending this cancels an open card{others, plural, =0 {} other { that somebody else answers}}.",
  cancelsCards:
    "Sending this cancels {open} open cards{whose, select, own {} others { that others answer} other {, {others} of them for somebody else}}.",
  // model-picker.tsx
  priceOfTokens: "${read} to read, ${written} to write a million tokens",
  // queued-messages.tsx
  queuedMessages: "Queued messages",
  sentAfterThisAnswer: "Sent after this answer",
  removeText: "Remove “{text}”",
  // server-alarms.tsx
  isNotAsItWas: "{title} is not as it was",
  lookAtItOnTheTools: "Look at it on the Tools page",
  // server-tools.tsx
  onOfAll: "{on} of {all}",
  found: "found",
  // shadow-banner.tsx
  shadowMode: "Shadow mode.",
  nothingRunsInTheApp: "Tool calls are shown, and none of them runs in the whole app.",
  seeThePolicies: "See the policies",
  nothingRunsInThisChat: "Tool calls are shown in this chat, and none of them runs. Chat settings turn it off.",
  // thread-tail.tsx
  chatWasDeleted: "This chat was deleted, here or in another tab. Start a new one to go on.",
  retry: "Retry",
  sending: "Sending",
  thinking: "Thinking",
  reconnecting: "Reconnecting to the server. Nothing is lost.",
  theModelIsBusy: "The model is busy.",
  askingAgain: "Asking again…",
  askingAgainIn: "Asking again in {seconds} s.",
  askedAgainByItself: "It is asked again by itself.",
  // thread.tsx
  conversation: "Conversation",
  jumpToTheLatest: "Jump to the latest",
  // waiting-cards.tsx
  goToCard: "Go to card",
  nextCard: "Next card",
  cardsWaitForOthers: "{others, plural, one {A card waits} other {{others} cards wait}} for somebody else.",
  cardsWaitForYou:
    "{own, plural, one {A card waits} other {{own} cards wait}} for you{others, plural, =0 {} other {, {others} for somebody else}}.",
  // batch-button.tsx
  approveAllLowRisk: "Approve all {count} low-risk…",
  // batch-calls.tsx
  scrollThroughEveryCallAndAll:
    "Scroll through every call and all of its arguments first: not every part was on the screen.",
  enterNeverSigns: "Enter alone never signs. Press Space.",
  callsToAnswerTogether: "{count} calls to answer together",
  eachOnItsOwnNothingElse: "Each is answered on its own. Nothing else is.",
  scrollingList: "Scrolling list: calls to answer",
  callsToAnswer: "Calls to answer",
  notAmongThem: "Not among them, for a look of their own:",
  someNotAnswered: "Some were not answered; their cards say more.",
  close: "Close",
  notNow: "Not now",
  declineThese: "Decline these {count}",
  approveThese: "Approve these {count}",
  submitting: "Submitting…",
  toolOnServer: "{tool} on {server}",
  approved: "Approved",
  declined: "Declined",
  notAnswered: "Not answered: {why}",
  // batch-dialog.tsx
  approveCalls: "Approve {count} calls?",
  // call-row.tsx
  callNumber: "call {number}",
  dotCall: ". call",
  columnOfCall: "{column} of {name}",
  leftOut: "left out",
  unusual: "unusual",
  closeCall: "Close<b> {name}</b>",
  openCall: "Open<b> {name}</b>",
  detailsOfCall: "Details<b> {name}</b>",
  declineCall: "Decline<b> {name}</b>",
  thatWasTooSoon: "That was too soon. Wait a moment.",
  // call-table.tsx
  scrollThroughEveryCall: "Scroll through every call first: not every part was on the screen.",
  enterDoesNotSign: "Enter alone does not sign. Press Space.",
  approvalNeeded: "Approval needed",
  answered: "Answered",
  inAllOfThem: "In all of them:",
  callsOfTool: "Calls of {tool}",
  number: "Number",
  answer: "Answer",
  eachOnItsOwn: "Each is answered on its own. Enter alone does not sign.",
  declineCount: "Decline {count}",
  approveCount: "Approve {count}",
  // use-call-answers.ts
  answerNotConfirmed: "We couldn't confirm your answer. Try again; it counts only once.",
  // assistant-message.tsx
  theAssistantAnswered: "The assistant answered:",
  askForTheRest: "Ask for the rest",
  thinkingNow: "Thinking…",
  reasoning: "Reasoning",
  // call-detail.tsx
  nothing: "nothing",
  // call-result.tsx
  result: "Result",
  structuredResult: "Structured result",
  // code-block.tsx
  text: "text",
  code: "Code",
  copied: "Copied",
  copyCode: "Copy code",
  // copy-message.tsx
  copy: "Copy",
  // edit-message.tsx
  editedRequest: "Edited request",
  everythingBelow: "Everything below it is replaced.",
  askAgain: "Ask again",
  // grant-line.tsx
  allowedByYourGrant: "Allowed by your grant: {grant}",
  revokeThisGrant: "Revoke<b> this grant</b>",
  // markdown.tsx
  tooTangled: "This text is too tangled to be laid out. It is shown as it was written.",
  imageOf: "image: {alt}",
  imageUntitled: "image: untitled",
  table: "Table",
  // queued-line.tsx
  waitsForAnotherChat: "Waits until a form in another chat is answered.",
  waitsForThisChat: "Waits until your form in this chat is answered.",
  waitsForYourForm: "Waits until your form in {chat} is answered.",
  // result-files.tsx
  pictureFrom: "Picture{many} from {tool}",
  soundFrom: "Sound{many} from {tool}",
  openLarge: "Open large: {title}",
  cannotDraw: "The browser cannot draw this picture.",
  actualSize: "Actual size",
  fitToTheWindow: "Fit to the window",
  downloadType: "Download<b> {type}</b>",
  // tool-call.tsx
  preparing: "preparing",
  waitsForYou: "waits for you",
  waitsForOthersHere: "waits for others",
  waitsForItsServer: "waits for its server",
  running: "running",
  done: "done",
  failed: "failed",
  notCompleted: "not completed",
  notRun: "not run",
  notAsked: "not asked",
  ranUnasked: "Ran without asking. {reason}",
  ranByRule: "Ran without asking. Rule: {reason}",
  aboutToBeReleased: "about to be released",
  released: "released to its agent",
  notReleased: "not released",
  releasedUnasked: "Released without asking. {reason}",
  releasedByRule: "Released without asking. Rule: {reason}",
  outcomeUnknown: "outcome unknown",
  interrupted: "interrupted",
  arguments: "Arguments",
  error: "Error",
  progress: "Progress",
  tool: "tool",
  // tool-calls.tsx
  calls: "{count} calls",
  notAskedAboutNotRun: "not asked about, not run",
  // use-result-file.ts
  notLoaded: "It could not be loaded. Reload the page to try again.",
  // user-message.tsx
  youWrote: "You wrote:",
  attachedResources: "Attached resources",
  editThisRequest: "Edit this request",
  discard: "Discard",
  // attached-resources.tsx
  cut: "cut",
  removeName: "Remove {name}",
  // changed-resources.tsx
  changedAfterRead: "“{name}” of {server} changed after it was read.",
  readItAgain: "Read it again",
  moreResourcesChanged: "{count} more resources of this chat changed.",
  // resource-dialog.tsx
  uriOfServer: "{uri} of {server}. The words are that server’s.",
  content: "Content",
  lastLeftOut: "The last {leftOut} characters do not fit and are left out.",
  // resource-links.tsx
  linkedResources: "Linked resources",
  readingName: "Reading {name}",
  readName: "Read {name}",
  moreLinks: "{more} more links stand in the result.",
  putIntoYourMessage: "Put into your message",
  // source-panel.tsx
  lookingFor: "Looking for {kind, select, resource {resources} other {prompts}}",
  noServerOffers: "No server offers a {kind, select, resource {resource} other {prompt}}.",
  resources: "Resources",
  prompts: "Prompts",
  thereAreMore:
    "There are more {kind, select, resource {resources} other {prompts}}. Type more of a name to find them.",
  // source-picker.tsx
  attached: "Attached",
  readingFromTheServer: "Reading from the server",
  makesAText: "{server} makes a text of it, which you can change before you send it.",
  isAskedFor: "{server} is asked for {uri}, with these values in it.",
  // use-attached.ts
  atMostResources: "A message takes {most} resources at most.",
  // values-dialog.tsx
  nameOptional: "{name} (optional)",
  // send-surely.ts
  notSent: "Not sent: {why}",
  notSentUnreached: "Not sent: the server could not be reached.",
});
