import type { Say } from "#lib/words/say.ts";
import { type KeysOfWholeTexts, words } from "#lib/words/words.ts";

/** Sentences that need nothing put in may be named by their keys. */
export type ApprovalKey = KeysOfWholeTexts<typeof approvalWords.english>;
export type ApprovalSay = Say<typeof approvalWords.english>;

/** What became of approvals, in English. A stamp is followed by who gave it: "Approved by you". */
export const approvalWords = words("approvals", {
  // The stamp.
  approvalNeeded: "Approval needed",
  approved: "Approved",
  submitted: "Submitted",
  declined: "Declined",
  answered: "Answered",
  dismissed: "Dismissed",
  cancelled: "Cancelled",
  expired: "Expired",
  refused: "Refused",
  unknown: "Unknown",
  // Who gave it.
  byYou: "by you",
  byPerson: "by {name}",
  asTheClientSays: "as the client “{client}” says of its user",
  // What became of it, one after the other.
  mayHaveRun: "may have run, check before trying again",
  approvedThenRefused: "approved, then refused",
  notRun: "not run",
  inTheToolsPlace: "in the tool’s place",
  wasApproved: "approved",
  askedAgain: "asked again",
  argumentsEdited: "arguments edited",
  notReleased: "not released",
  agentWaitedNoMore: "its agent waited no more",
  released: "released to its agent",
  aboutToBeReleased: "about to be released",
  neverStarted: "approved, but never started",
  nobodyAnswered: "nobody answered",
  aboutToRun: "about to run",
  underWay: "under way",
  runningNow: "running now",
  ran: "ran",
  endedWithAnError: "ended with an error",
  sent: "sent",
  nothingSent: "nothing sent",
  saidToBeDone: "said to be done",
  pageOpened: "page opened",
  notOpened: "not opened",
  signedIn: "signed in",
  notSignedIn: "not signed in",
  callFinished: "call finished",
  callEndedWithAnError: "call ended with an error",
  callFinishedWithoutIt: "call finished without it",
  callEndedThere: "call ended there",
  callMayHaveRun: "call may have run, check before trying again",
  // Why nobody answered.
  timeout: "nobody answered in time",
  stop: "the answer was stopped",
  newMessage: "a new message was sent",
  historyReplaced: "the chat was edited",
  serverLost: "the connection to the server was lost",
  serverWithdrew: "the server took its question back",
  clientGone: "the client that made the call was gone",
  keyEnded: "the key of the program that asked had ended",
  clientUnclear: "the client did not say clearly what its user answered",
  nobodyToAsk: "the client can ask nobody",
  failure: "something failed in Countersign",
  outdated: "what it changes was not as its preview showed any more",
  // Kinds of questions, in the filter of the inbox.
  toolCalls: "Tool calls",
  questionsOfServers: "Questions of servers",
  links: "Links",
  signIns: "Sign-ins",
  // For screen readers, when a question opens.
  opensCall: "Approval needed: {tool} on {server}.",
  opensQuestion: "{server} is asking: {message}",
  opensSignIn: "Sign in to {server}, so that its call can run.",
  // A preview as it is set, at the end of a sentence.
  previewAsItComes: "what comes with the tool",
  previewNone: "none",
  previewFile:
    "the file that “{path}” names, read by {read}, beside “{content}”, {bound, select, yes {checked again before the start} other {not checked again}}",
  previewDryRun: "a dry run by {tool}, {bound, select, yes {checked again before the start} other {not checked again}}",
  previewPage: "a page of the argument {argument}",
  previewMail: "a mail of the arguments {arguments}{html, select, yes {, as HTML} other {}}",
  // A notification outside the page.
  noticeTitle: "Approval needed: {tool}",
  untitled: "Untitled",
  noticeDecline: "Decline",
  noticeOpen: "Look at it",
  notDeclined: "Not declined",
  appNotReached: "The app could not be reached. Nothing runs without an answer; open it to decline.",
});
