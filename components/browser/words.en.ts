import { saidInEnglish } from "#lib/words/reword.ts";
import { words } from "#lib/words/words.ts";
import { saidCallWords } from "#components/browser/said/calls/words.en.ts";
import { saidClientWords } from "#components/browser/said/clients/words.en.ts";
import { saidEntryWords } from "#components/browser/said/entries/words.en.ts";
import { saidFormWords } from "#components/browser/said/forms/words.en.ts";
import { saidOutcomeWords } from "#components/browser/said/outcomes/words.en.ts";
import { saidModelWords } from "#components/browser/said/models/words.en.ts";
import { saidServerWords } from "#components/browser/said/servers/words.en.ts";
import { saidRuleWords } from "#components/browser/said/rules/words.en.ts";

/**
 * Sentences that the server and `lib` say in English, because programs, models and the record read them too. Each is its
 * own key: the page finds it by its words.
 */
const sentences = [
  ...saidCallWords,
  ...saidClientWords,
  ...saidModelWords,
  ...saidServerWords,
  ...saidRuleWords,
  ...saidOutcomeWords,
  ...saidFormWords,
  ...saidEntryWords,
  // Refusals everywhere.
  "There is no such chat.",
  "Sign in first.",
  "You were signed out meanwhile. Sign in again.",
  "This needs a sign-in from the last 15 minutes. Sign in again, then repeat it.",
  "This needs your passkey, shown in the last 15 minutes. Show it, then repeat it.",
  "Your role does not allow this. Ask an owner of this instance.",
  "Your role has changed meanwhile. Load the page again.",
  "Too much is asked at once. Try again in a moment.",
  "You have made or changed more within an hour than one person may. It goes on in {minutes} minutes.",
  "Something went wrong here. The log has the details.",
  "Something went wrong here. The log has the details under {number}.",
  "The store does not answer at the moment. Try again.",
  "The body does not have the expected shape.",
  "The body is larger than {most}.",
  "Too many tabs of this app are open. Close some and try again.",
  "This file is not kept any more. Each chat keeps its latest 64 MB.",
  "This model is not configured.",
  "This message is not queued any more.",
  "The message to replace is not in this chat any more. Reload it.",
  "The store does not answer at the moment. This may or may not have been done: look again before you repeat it.",
  // Refusals that a page may get.
  "This address is not one that the app answers to.",
  "This browser keeps no data for the app's page. Allow it to, then load the page again.",
  "This app is one person's. Start it with AUTH=team to invite others.",
  "This server has as many open pages as it can serve. Try again in a moment.",
  "You have fifty keys and clients already. Revoke some first.",
  "This is not what waits any more. Look again.",
  "Arguments to try are at most 64 KB as JSON.",
  "You had 50 previews of this card computed, the most one may.",
  "You read from tool servers too often within an hour. Try again later.",
  "The reason is longer than 4,000 characters.",
  "Others answer this, so only they can ask about it.",
  "A client made this call, and no assistant of this app. Ask there.",
  "You have asked 20 questions about this card, the most one may.",
  "Only an owner may let a webhook send arguments.",
  "There is no such webhook any more.",
  "There is no such device any more.",
  "This browser is signed out already.",
  "You have no such passkey.",
  "Only an owner connects models for everybody, or a server by its address.",
  "There is no such account, or it is not yours to change.",
  "This is no model that everybody can choose.",
  "There is no such session.",
  "One key cannot both call tools and answer for calls.",
  "Only a key that calls tools has a client.",
  "A key is never given more tools. Make another key.",
  "There is no such client that was revoked.",
  // Signing in.
  "The e-mail address or the password is not right.",
  "This is not your password.",
  "Too many tries. Wait a quarter of an hour, then try again.",
  "Many people are signing in at this moment. Try again in a few seconds.",
  "This link was used already, taken back, or is too old. Ask for a new one.",
  "Somebody here has this e-mail address already.",
  "There is no such person or invitation.",
  "You cannot do this to yourself. Ask somebody else.",
  "This person is disabled. Enable them first.",
  "This password is one of those that are guessed first, or too much like your name or address. A few words that do not belong together are easy to keep in mind.",
  "This passkey does not fit, or it took too long. Try it again.",
  "This passkey does not fit, or it took too long. Sign in again, from your password on.",
  "You have no passkey here.",
  "The organisation's sign-in does not answer at the moment. Try again soon.",
  "Another browser uses this instance. Open the link that npm start or npm run link prints.",
  "Open the link that npm start or npm run link prints.",
  "This link was used already or is older than ten minutes. Get a new one with npm run link.",
  "Open the app in this browser first, by its link.",
  "As many invitations are open as may be. Take some back first.",
  "Only the owner invites or changes admins and people who may answer for others, gives them a new password, or lets them back in.",
  "This app knows no organisation to sign in through. Whoever runs it can name one.",
  "Whoever signs in through the organisation has no password here.",
  "This passkey is here already, or you have as many as one may. Remove one first.",
  "Browsers know no passkeys for an address of numbers. Whoever runs the app can give it a name, by PUBLIC_URL.",
  "There is nothing to disconnect, or no password that you could sign in by instead.",
  // Grants, keys, models.
  "The tool changed since it was shown. Reload, and look at it again.",
  "There is no such grant.",
  "There is no such key any more.",
  "You have fifty keys already. Revoke some first.",
  "Your role cannot give a key all of this.",
  "There is no such model.",
  "The account works, but lists no model that can chat.",
  "You have tried this too often. Try again in {minutes} minutes.",
  // Browsers.
  "Edge on {system}",
  "Opera on {system}",
  "Firefox on {system}",
  "Chrome on {system}",
  "Safari on {system}",
] as const;

type Sentence = (typeof sentences)[number];

const english = Object.fromEntries(sentences.map((sentence) => [sentence, sentence]));

export const wordsInEnglish = words(saidInEnglish, english as { [Each in Sentence]: Each });
