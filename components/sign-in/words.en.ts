import { words } from "#lib/words/words.ts";

export const signInWords = words("sign-in", {
  // claim.tsx
  countersign: "Countersign",
  toGetALinkRun:
    "To get a link, run <code>npm run link</code> where Countersign is installed, and open what it prints. A link works once, for ten minutes.",
  tryAgain: "Try again",
  // entering.tsx
  thisBrowserKeepsNoData: "This browser keeps no data here",
  countersignNeedsItToKnow: "Countersign needs it to know your browser again.",
  allowThisSiteToKeep: "Allow this site to keep data and cookies, then load the page again.",
  // entrance.tsx
  titleCountersign: "{title} · Countersign",
  // join.tsx
  lookingAtYourInvitation: "Looking at your invitation",
  thisInvitationDoesNotWork: "This invitation does not work",
  joinTheTeam: "Join the team",
  eMailAddress: "E-mail address",
  yourName: "Your name",
  join: "Join",
  // new-password-field.tsx
  atLeast12CharactersA: "At least 12 characters. A few words are easy to keep in mind.",
  // passkey-step.tsx
  showYourPasskey: "Show your passkey",
  yourPasswordIsRightYour: "Your password is right. Your account also asks for your passkey.",
  backToThePassword: "Back to the password",
  lostYourPasskeyAskThe:
    "Lost your passkey? Ask the owner, or an admin, for a link to choose a new password: it takes your passkeys away too.",
  // password-form.tsx
  signIn: "Sign in",
  password: "Password",
  forgotYourPasswordAskThe: "Forgot your password? Ask the owner, or an admin, for a link to choose a new one.",
  // provider-button.tsx
  signInWithName: "Sign in with {name}",
  // reset-password.tsx
  lookingAtYourLink: "Looking at your link",
  thisLinkDoesNotWork: "This link does not work",
  forNameItSignsYou:
    "For {name}. It signs you out everywhere else, ends your API keys, grants and sign-ins to servers, and takes your models and passkeys away.",
  chooseANewPassword: "Choose a new password",
  newPassword: "New password",
  setThePassword: "Set the password",
  // server-return.tsx
  youAreSignedInTo: "You are signed in to {outcome}",
  youAreNotSignedIn: "You are not signed in",
  youCanCloseThisTab: "You can close this tab, or <link>go to the tools</link>.",
  // set-up.tsx
  thisLinkReplacesTheOwners:
    "This link replaces the owner's name, address and password, signs the owner out everywhere else and ends the owner's API keys, grants, sign-ins to servers, own models and passkeys.",
  thisAccountIsTheOwners: "This account is the owner's: it can do everything here, and invites everybody else.",
  setTheOwnersAccountUp: "Set the owner's account up anew",
  setUpCountersign: "Set up Countersign",
  setUpAnew: "Set up anew",
  createTheOwnersAccount: "Create the owner’s account",
  // sign-in-again.tsx
  confirmThatItIsYou: "Confirm that it is you",
  confirm: "Confirm",
  toGoOnSignIn: "To go on, sign in again. That counts for 15 minutes.",
  yourPassword: "Your password",
  toGoOnShowYour: "To go on, show your passkey. That counts for 15 minutes.",
  // sign-in-screen.tsx
  whoeverStartedCountersignMakesThe: "Whoever started Countersign makes the first account.",
  openTheLinkThatNpm:
    "Open the link that <code>npm start</code> printed. For a new one, run <code2>npm run link</code2> where Countersign is installed. A link works once, for ten minutes.",
  // use-passkey.ts
  noPasskeyWasShownTry: "No passkey was shown. Try it again.",
  // while-signed-in.tsx
  yourSessionHasEnded: "Your session has ended",
  thisPageIsNoLonger: "This page is no longer signed in. Nothing was lost.",
  itWasSignedOutHere:
    "It was signed out, here or elsewhere, or not used for long, or somebody else signed in here. What waits for an answer still waits.",
  signInAgain: "Sign in again",
  openingCountersign: "Opening Countersign",
  needsALink: "This browser needs a link",
  couldNotBeOpened: "Countersign could not be opened",
  appNotReached: "The app could not be reached. Sign in again.",
  goesOn:
    "{count, plural, =0 {Its tools can be used now.} one {The call that waited for it goes on.} other {# calls that waited for it go on.}}",
  disabled: "Your account here is disabled. Ask an admin.",
  emailNotVerified: "Your organisation has not verified your e-mail address, so it cannot be used here.",
  domainNotAllowed: "Your e-mail address is not of a domain that may come in here.",
  notInvited: "Nobody has invited your e-mail address yet. Ask an admin for an invitation.",
  accountExists:
    "Your e-mail address has a password here. Sign in with that; then connect your organisation under Settings, People.",
  connectedOtherwise: "Another account of your organisation is connected with your e-mail address here.",
  signInDidNotWork: "The sign-in did not work. Try it again.",
  member: "Member",
  reviewer: "Reviewer",
  admin: "Admin",
  owner: "Owner",
  whatAMemberMay: "Chats, and answers for their own calls.",
  whatAReviewerMay: "A member who also answers for the calls of others.",
  whatAnAdminMay: "A member who also manages tools, people and keys, and answers for nobody else.",
  whatTheOwnerMay: "You may do everything here.",
  youAreInvited:
    "You are invited as {role, select, member {a member: chats, and answers for their own calls.} reviewer {a reviewer: a member who also answers for the calls of others.} admin {an admin: a member who also manages tools, people and keys, and answers for nobody else.} other {the owner: you may do everything here.}}",
});
