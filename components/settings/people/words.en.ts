import { words } from "#lib/words/words.ts";

export const peopleWords = words("people", {
  // account-section.tsx
  yourAccount: "Your account",
  changePassword: "Change password",
  // browsers.tsx
  whereYouAreSignedIn: "Where you are signed in",
  aBrowser: "A browser",
  signOut: "Sign out",
  signOutOfName: "Sign out of {name}",
  thisOne: "(this one)",
  // change-password.tsx
  yourPasswordIsChanged: "Your password is changed",
  allYourOtherBrowsersAre:
    "All your other browsers are signed out and get no more push notifications. Your API keys go on; end those that you do not know under API keys.",
  done: "Done",
  changeYourPassword: "Change your password",
  changeIt: "Change it",
  presentPassword: "Present password",
  newPassword: "New password",
  // connected-account.tsx
  itWasNotConnectedTry: "It was not connected. Try it again.",
  youCanSignInThrough: "You can sign in through {providerName}.",
  connectProvidernameAndYouCan: "Connect {providerName}, and you can sign in through it too, to this same account.",
  disconnectProvidername: "Disconnect {providerName}",
  connectProvidername: "Connect {providerName}",
  // hand-over.tsx
  makeNameTheOwner: "Make {name} the owner?",
  anInstanceHasOneOwner:
    "An instance has one owner. You will be an admin from then on, and cannot take this back yourself.",
  keepIt: "Keep it",
  handItOver: "Hand it over",
  // invitation-row.tsx
  takeBack: "Take back",
  takeBackTheInvitationOf: "Take back the invitation of {email}",
  // invite.tsx
  sendThisLinkToEmail: "Send this link to {email} yourself. It works once, for a week, and is shown this one time.",
  theInvitationIsReady: "The invitation is ready",
  invitationLink: "Invitation link",
  inviteSomebody: "Invite somebody",
  makeALink: "Make a link",
  eMailAddress: "E-mail address",
  role: "Role",
  // new-chats.tsx
  showReviewersNewChats: "Show reviewers the words around calls of my new chats",
  whoMayAnswerThenReads:
    "Who may answer a call for you then reads, as long as it waits, what you and the assistant wrote before it. Each chat has this switch too, in its settings; chats that are there stay as they are.",
  // no-team.tsx
  people: "People",
  thisAppIsYoursAlone:
    "This app is yours alone. To share it with a team, start it with <code>AUTH=team</code> and open the link it prints: your chats stay yours, and you can invite others.",
  toComeBackABrowser:
    "To come back, a browser needs a new link. To get one, run <code>npm run link</code> where Countersign is installed. A browser that is not used for a month is signed out by itself.",
  // passkeys.tsx
  passkeys: "Passkeys",
  addAPasskey: "Add a passkey",
  withAPasskeyYourPassword:
    "With a passkey your password alone lets nobody in. You show it again to approve for others, to approve what is of high risk, and to change people or rules.",
  passkeysNeedAnAddressWith:
    "Passkeys need an address with a name, which this app does not have: whoever runs it can set PUBLIC_URL.",
  remove: "Remove",
  removeThePasskeyName: "Remove the passkey {name}",
  somebodyHasACopyOf: "Somebody has a copy of it, so it is good for nothing.",
  makeIt: "Make it",
  name: "Name",
  soThatYouKnowIt: "So that you know it again: the device that it is on, for example.",
  // people-screen.tsx
  // person-row.tsx
  roleOfName: "Role of {name}",
  resetPassword: "Reset password",
  resetPasswordOfName: "Reset password of {name}",
  signOutName: "Sign out {name}",
  enable: "Enable",
  disable: "Disable",
  you: "(you)",
  hasNoAccountYet: "Has no account yet",
  idId: "Id {id}",
  disabledDisabledat: "Disabled {disabledAt}",
  sendThisLinkToName:
    "Send this link to {name} yourself. It works once, for a day, and is shown this one time. Whoever opens it chooses the password and is signed in; all other sessions, the API keys, grants, sign-ins to servers, models and passkeys of {name} end then.",
  aLinkToChooseA: "A link to choose a new password",
  resetLink: "Reset link",
  // sign-out.tsx
  signOutEverywhere: "Sign out everywhere",
  connectedElsewhere: "This account of your organisation is connected with somebody else here.",
  connectedOtherwise: "Another account of your organisation is connected with yours already. Disconnect that first.",
  emailNotVerified: "Your organisation has not verified that account's e-mail address, so it cannot be used here.",
  domainNotAllowed: "That account's e-mail address is not of a domain that may come in here.",
  connectingEnded: "It took too long, or you signed out meanwhile. Try it again.",
  youAre:
    "You are {name}, {role, select, member {a member: chats, and answers for their own calls.} reviewer {a reviewer: a member who also answers for the calls of others.} admin {an admin: a member who also manages tools, people and keys, and answers for nobody else.} other {the owner: you may do everything here.}}",
  invitedUntil:
    "Invited as {role, select, member {a member} reviewer {a reviewer} admin {an admin} other {the owner}}; the link works until {expiresAt}",
  enableName: "Enable {name}",
  disableName: "Disable {name}",
  signedInAndLast: "Signed in {signedInAt}, last here {lastSeenAt}",
  signedInAt: "Signed in {signedInAt}",
  added: "Added {addedAt}",
  addedAndShown: "Added {addedAt}, last shown {lastUsedAt}",
  joinedSignedOut: "Joined {joinedAt}, signed out",
  joinedLast: "Joined {joinedAt}, last here {lastSeenAt}",
  aNewRoleCounts:
    "A new role counts from the person’s next click. Disabled people are signed out immediately; their chats stay.",
  noSecondPerson:
    "For 30 days, whoever you invite, give a role, reset or let back in is no second person for calls of yours.",
  ownerAloneManages: "Reviewers and admins are invited, changed and reset by the owner alone.",
  roleHint: "{label}: {hint}",
});
