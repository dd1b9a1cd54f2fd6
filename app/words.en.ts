import { words } from "#lib/words/words.ts";

/** What is said in place of a page. */
export const pageWords = words("pages", {
  // error.tsx
  thisPageCouldNot: "This page could not be shown",
  theLogSaysMore: "Nothing was approved and nothing was run by this. The server's log says more.",
  // global-error.tsx
  notAvailable: "Not available · Countersign",
  countersignIsNot: "Countersign is not available right now",
  theLogSaysWhy: "Nothing was approved and nothing was run by this. The server's log says why.",
  // not-found.tsx
  notFound: "Not found",
  notFoundTitle: "Not found · Countersign",
  thereIsNothingHere: "There is nothing here",
  ifThisWasAChat: "If this was a chat, it was deleted or belongs to somebody else. <link>Start a new one</link>",
  // settings/will-it-ask/page.tsx
  thisIsBeing: "This is being worked out. Reload in a moment.",
  // connect/page.tsx
  clientsDoNotSignIn: "Clients do not sign in here.",
});
