import { words } from "#lib/words/words.ts";

/** What stands around the frame of an app. */
export const appWords = words("apps", {
  // app-calls.tsx
  callsOfTheApp: "Calls of the app",
  // app-frame.tsx
  closedForTheKeyboard: "This app was closed. It took the keyboard again and again.",
  closedForMessages: "This app was closed. It sent too many messages, or too large ones.",
  closedForThePlace: "This app was closed. It moved the page again and again while a card waited.",
  couldNotBeLoaded: "The app could not be loaded.",
  thePageStopped: "This app was closed: the page stopped while it was open.",
  openItAgain: "Open it again",
  // app-panel.tsx
  appOf: "App of {server}",
  whatStandsInThisFrame: "App of {server}. What stands in this frame is that server’s, and approves nothing.",
  // app-slot.tsx
  nobodyHasAcceptedIt: "{server} shows this result with an app that nobody has accepted as it is now.",
  lookAtIt: "Look at it",
  // app-wish.tsx
  whatTheAppWants: "What the app wants",
  wantsAPageOpened: "The app of {server} wants a page opened. {refused}",
  wantsYouToOpen: "The app of {server} wants you to open",
  openHost: "Open {host}",
  wantsYouToSay: "The app of {server} wants you to say this in the chat:",
  whatYouWouldSay: "What you would say",
  sendItAsMyMessage: "Send it as my message",
  close: "Close",
  no: "No",
});
