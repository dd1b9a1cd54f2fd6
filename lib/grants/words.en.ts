import type { Say } from "#lib/words/say.ts";
import { words } from "#lib/words/words.ts";

export type GrantSay = Say<typeof grantWords.english>;

/** The sentence of a grant, in English. Its parts follow each other with commas. */
export const grantWords = words("grants", {
  callHere: "Allow {tool} on {server} with exactly these arguments in this chat",
  callThere: "Allow {tool} on {server} with exactly the same arguments in the chat “{chat}”",
  chatHere: "Allow {tool} on {server} in this chat",
  chatThere: "Allow {tool} on {server} in the chat “{chat}”",
  everywhere: "Allow {tool} on {server} in every chat",
  upToCalls: "{calls, plural, one {for # call} other {up to # calls}}",
  upToTotal: "up to {total} in total of {argument}",
  onlyWhile: "while {condition}",
  withoutAnEnd: "without an end",
  startsWith: "{argument} starts with {value} and has no “..” in it",
  is: "{argument} is {value}",
  contains: "{argument} contains {value}",
  isAtMost: "{argument} is at most {value}",
  holds: "`{condition}` holds",
});
