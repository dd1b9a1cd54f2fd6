import { words } from "#lib/words/words.ts";

export const uiWords = words("ui", {
  // asks-once-more.tsx
  keep: "Keep",
  // dialog-end.tsx
  cancel: "Cancel",
  // page-header.tsx
  openTheListOfChats: "Open the list of chats",
  // shown-once.tsx
  copy: "Copy",
  iHaveIt: "I have it",
  // too-much.tsx
  nothingWasApprovedAndNothing: "Nothing was approved and nothing was run by this. Try again in a moment.",
  tooMuchIsAskedAt: "Too much is asked at once",
  // trouble.tsx
  tryAgain: "Try again",
  // use-sending.ts
  theServerCouldNotBe: "The server could not be reached.",
  // visible-text.tsx
  containsHiddenCharactersMarked: "Contains hidden characters, marked",
  containsHiddenCharactersInHidden:
    "Contains hidden characters in {hidden} places{mostPlaces, select, yes { or more} other {}}, marked",
  reallyStandsThereValue: "Really stands there: {value}",
  serverAnswered: "The server answered {status}.",
  notCopied: "It could not be copied: select it and copy it yourself.",
  copied: "Copied.",
  notConfirmed: "We couldn’t confirm your answer. Check the connection, then press again; it counts only once.",
  serverNotReached: "The server could not be reached.",
});
