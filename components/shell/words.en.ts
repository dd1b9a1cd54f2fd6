import { words } from "#lib/words/words.ts";

export const shellWords = words("shell", {
  // chat-row.tsx
  working: "working",
  moreForTitle: "More for {title}",
  rename: "Rename",
  delete: "Delete",
  deleteThisChat: "Delete this chat?",
  titleAndItsMessagesAre:
    "“{title}” and its messages are removed for good. Cards that still wait are cancelled, and nothing they asked for will run.",
  keepIt: "Keep it",
  deleteChat: "Delete chat",
  // rename-chat.tsx
  chatTitle: "Chat title",
  // server-status.tsx
  firstLookAtIt: "{first}: look at it",
  firstIsDown: "{first} is down",
  downServersAreDown: "{down} servers are down",
  connectingToConnecting: "Connecting to {connecting}",
  noToolServersYet: "No tool servers yet",
  serversReady: "{servers} ready",
  toolServers: "Tool servers",
  // shell.tsx
  chats: "Chats",
  closeTheListOfChats: "Close the list of chats",
  // sidebar.tsx
  countersign: "Countersign",
  newChat: "New chat",
  pages: "Pages",
  searchChats: "Search chats",
  search: "Search",
  yourChatsWillBeListed: "Your chats will be listed here.",
  noChatHasThisIn: "No chat has this in its title.",
  yourAccountPersonname: "Your account: {personName}",
  toReview: "to review",
  // theme-choice.tsx
  appearance: "Appearance",
  asTheDevice: "As the device",
  light: "Light",
  dark: "Dark",
  inbox: "Inbox",
  tools: "Tools",
  audit: "Audit",
  settings: "Settings",
  today: "Today",
  yesterday: "Yesterday",
  previous7Days: "Previous 7 days",
  previous30Days: "Previous 30 days",
  older: "Older",
  servers: "{count, plural, one {# server} other {# servers}}",
  untitled: "Untitled",
});
