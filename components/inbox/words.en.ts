import { words } from "#lib/words/words.ts";

export const inboxWords = words("inbox", {
  // answered-screen.tsx
  nothingWasAnsweredInThe: "Nothing was answered in the last 24 hours.",
  answeredCards: "Answered cards",
  showMore: "Show more",
  theNextCardsCouldNot: "The next cards could not be read. Try again.",
  // call-sentence.tsx
  signInToName: "Sign in to {name}",
  nameIsAsking: "{name} is asking",
  // chat-words.tsx
  readTheChatAround: "Read the chat around it",
  hideTheChat: "Hide the chat",
  chatAroundTheCall: "Chat around the call",
  assistant: "Assistant",
  andMore: "… and more",
  wordsAlone: "Words alone: what tools were given and gave back, files and attached resources are left out.",
  serverNotReached: "The server could not be reached.",
  // inbox-card.tsx
  inAnotherWindowElsewhere: "In another window: {elsewhere}",
  // inbox-count.tsx
  titleCountersign: "{title} · Countersign",
  // inbox-filters.tsx
  filter: "Filter",
  tool: "Tool",
  toolnameOnServeridWaiting: "{toolName} on {serverId} ({waiting})",
  toolnameOnServerid: "{toolName} on {serverId}",
  chat: "Chat",
  theChosenChat: "The chosen chat",
  kind: "Kind",
  risk: "Risk",
  riskAndAbove: "{risk} and above",
  whose: "Whose",
  showEverything: "Show everything",
  all: "All",
  // inbox-frame.tsx
  inbox: "Inbox",
  nothingWaits: "Nothing waits",
  viewsOfTheInbox: "Views of the inbox",
  // inbox-keys.tsx
  keyboard: "Keyboard",
  singleLetters: "Single letters",
  jKAndXWork:
    "j, k and x work everywhere on this page, not only in the list. Off unless you want it: they can come in the way of speech input.",
  // inbox-list.tsx
  pickedSelected: "{picked} selected",
  clear: "Clear",
  answerTogether: "Answer together…",
  waitingCalls: "Waiting calls",
  // inbox-pane.tsx
  answerJoinsCalls: "Answer {joins} calls",
  next: "Next",
  // inbox-row.tsx
  selectLine: "Select: {line}",
  untitled: "Untitled",
  answered: "Answered",
  riskRiskOf5: "Risk {risk} of 5",
  // inbox-screen.tsx
  filterOn: "Filter{query, select, yes {} other { (on)}}",
  allCalls: "All calls",
  nothingOfThisWaits: "Nothing of this waits.",
  nothingWaitsForYou: "Nothing waits for you.",
  otherCardsMayLookWithout: "Other cards may: look without the filter.",
  callsThatNeedYourSignature: "Calls that need your signature appear here by themselves, from all your chats.",
  // origin.tsx
  wordsThatLedToIt: "Words that led to it",
  you: "You",
  askedbyWroteUserprompt: "{askedBy} wrote: “{userPrompt}”",
  // waiting-badge.tsx
  mine: "From my chats",
  others: "From others",
  chatWaiting: "{chat} ({waiting})",
  arrowsOrLetters: "↓ ↑ or j k",
  nextOrBefore: "the next call, the one before",
  selectsTheCall: "selects the call",
  selectsWhileFocused: "selects the call, while the list has the focus",
  enter: "Enter",
  goesToItsCard: "goes to its card",
  ctrlEnter: "Ctrl/⌘ Enter",
  approvesWhatHasFocus: "approves what has the focus: a card, a table, or the selected calls",
  ctrlBackspace: "Ctrl/⌘ Backspace",
  declinesIt: "declines it",
  leavesIt: "leaves it without an answer",
  showsThisList: "shows and hides this list",
  waiting: "Waiting",
  countWaits: "{shown} {count, plural, one {waits} other {wait}}",
  titleAndCount: "({count}{soon, select, one {, expires soon} some {, one expires soon} other {}}) {name}",
  now: "now",
  days: "{count} d",
  hours: "{count} h",
  minutes: "{count} min",
  cardsWait: "{count, plural, one {card waits} other {cards wait}}",
  newCallsAdded: "New calls were added below.",
  riskiestFirst: "Riskiest first",
});
