import { words } from "#lib/words/words.ts";

/** Why a link is not opened, and what to look at before it is, in English. */
export const elicitationWords = words("elicitation", {
  noWebAddress: "The server sent something that is not a web address.",
  onlyHttps: "Only https:// addresses are opened from here.",
  hasUserName: "The address carries a user name, which is a way to make one site look like another.",
  lookalike: "This host is written with letters that can look like others. Make sure you know it.",
});
