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
  enterSends: "Enter sends, Shift+Enter starts a new line, @ adds a resource, / a prompt",
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
  andMore: " and {more} more",
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
  priceOfTokens: " · ${read} to read, ${written} to write a million tokens",
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
});
