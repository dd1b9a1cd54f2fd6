import type { Say } from "#lib/words/say.ts";
import { words } from "#lib/words/words.ts";

/** What says the lines of the trail in a language, and what else the server says in English. */
export type TrailSay = Say<typeof trailWords.english>;

/** The lines of the audit trail, in English. Each is half a sentence or a whole one; no line ends with a full stop. */
export const trailWords = words("trail", {
  // Calls.
  verdict:
    "{verdict, select, allow {Allowed} ask {Asks a person} other {Refused}}{caller, select, app {, for the app of “{name}”} asks {, for an agent with the key “{name}”} gateway {, for the client “{name}”} other {}}: {reason}",
  askedForApproval: "Asked for approval",
  serverAsked: "The server asked a question",
  decided:
    "{action, select, accept {Approved} decline {Declined} cancel {Dismissed} other {Answered in the tool’s place, not run,}}{named, select, yes { by {name}} other {}} {via, select, chat {in the app} rest {over the API} key {by a program with a key} other {by a script}}",
  afterTyping: "after typing what it is aimed at",
  withOtherArguments: "with other arguments",
  withANote: "with a note",
  onlyForWhatWasRead: "only for what its preview had read",
  attested:
    "The client “{client}” says that its user{named, select, yes { {name}} other {}} {action, select, accept {approved} decline {declined} cancel {dismissed the question} other {answered in its place}}; nobody here proved it",
  signed:
    "Signed by {name} {via, select, chat {in the app} rest {over the API} key {by a program with a key} other {by a script}}, {signed} of {needed}",
  tightened:
    "The card became stricter: {changes}{dropped, plural, =0 {} other { Signatures that count no more: {dropped}.}}",
  ended: "{status, select, expired {Expired} other {Cancelled}}: {because}",
  extended:
    "Given more time{named, select, yes { by {name}} other {}}, for the {extensions, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} time",
  explanationAsked: "The assistant was asked about it{named, select, yes { by {name}} other {}}, before an answer",
  somebodyElse: "somebody else",
  previewRead: "{tool} was called for a preview, which runs nothing else",
  previewComputed:
    "{of, select, file {The change to the file was looked at} mail {The mail was looked at} page {The page was looked at} other {A dry run was looked at}}{named, select, yes { by {name}} other {}}, before an answer{failed, select, yes {; it failed} other {}}",
  delegated: "Given to an agent by {agent}",
  cleared:
    "Cleared {by, select, policy {by policy} person {by a person} client {by what a client attested} grant {by a grant} other {after its server's question}}",
  started: "{elsewhere, select, yes {About to be released} other {Started}}",
  repeated: "Started again, because nobody knew how it had ended",
  askedForTask: "Its server works on it as a task: asked for after a restart, not sent again",
  finished:
    "{outcome, select, done {Finished} released {Released to the agent that asked} other {Finished with an error}}",
  withFile: "with {file}",
  reported: "The agent says that it {outcome, select, done {ran} other {failed}}",
  unknownOutcome: "Outcome unknown: {reason}",
  // Policies.
  policyChanged:
    "{file} came into force, {how, select, firststart {as it was at the first start} other {because it only tightens}}",
  policyWaiting: "{file} waits for the owner: {loosens}",
  policyRefused: "{file} has errors, so the former stays in force: {problem}",
  policyNotFollowed: "{file} is not followed any more, so what was in force stays in force: {problem}",
  policyFollowed: "{file} is followed again",
  policyConfirmed: "{file} confirmed as it was shown",
  policyKept:
    "{by, select, person {The former {file} kept} other {{file} was changed back before anybody confirmed it}}",
  ruleAdded:
    'Rule "{id}" added, which {verdict, select, allow {allows} ask {asks} other {refuses}}{hides, select, yes { and hides its tools from the model} other {}}',
  ruleRemoved: 'Rule "{id}" removed, which {verdict, select, allow {allows} ask {asks} other {refuses}}',
  suggestionDismissed: "The suggestion of a rule for {tool} dismissed",
  toolListsSet: "Lists of tools that ask or are refused set",
  toolListsRemoved: "Lists of tools that ask or are refused removed",
  shadowMode:
    "Shadow mode {of, select, chat {of this chat} other {of the whole app}} switched {on, select, yes {on: nothing runs} other {off}}",
  chatShown:
    "Words around calls {of, select, chat {of this chat} other {of new chats}} {on, select, yes {shown to} other {hidden from}} who may answer them",
  // Grants.
  grantGiven: "Granted: {sentence}",
  grantUsed:
    "{elsewhere, select, yes {Allowed by} other {Ran on}} a grant, its {uses, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} use",
  grantRevoked: "A grant for {tool} was revoked",
  grantEnded:
    "A grant for {tool} {because, select, usedup {was used up} definitionchanged {ended, because the tool changed} serverremoved {ended, because its server was removed} signedinanew {ended, because somebody signed in to its server anew, for everybody} passwordreset {ended, because its person’s password was reset} disabled {ended, because its person was disabled} askedbyprogram {ended, because a program began to use its chat} lapsed {ran out, because its time had passed} acceptoutdated {ended, because the approval that it was given with did not count} other {ended with its chat, which was deleted}}",
  // Keys, models, notifications.
  claimed: "{by, select, link {A browser signed in by a link} other {The first browser signed in}}",
  linkMade: "A one-time link was made",
  keyCreated:
    "{signedIn, select, yes {A client of {host} was let in} other {An API key was made}}: “{name}”, for {scopes}{limited, select, yes {; its client is offered {tools, plural, one {one tool} other {# tools}}} other {}}{attesting, select, yes {; what its client attests counts up to risk {attests}} other {}}",
  keyNarrowed:
    "The client of the API key “{name}” is offered only {tools, plural, one {one tool} other {# tools}} from now on",
  keyRevoked:
    "An API key {why, select, passwordreset {ended, because its owner's password was reset} disabled {ended, because its owner was disabled} client {ended, because its client gave it back, or showed a code or token twice} other {was revoked}}: “{name}”",
  keyRestored: "A client that was revoked was let in again: “{name}”",
  modelConnected:
    "The models of {host} were connected, for {personal, select, yes {this person alone} other {everybody}}",
  modelChanged:
    "The models of {host} were changed{newKey, select, yes {, with a new key} other {}}; shown: {some, select, yes {{shown}} other {none}}",
  modelDisconnected: "The models of {host} were disconnected",
  firstModelAgain: "The first model is the default again",
  defaultModel: "The default model is {model}",
  webhookAdded: "A webhook to {host} was added{withArguments, select, yes {, which is sent arguments} other {}}",
  webhookRemoved: "The webhook to {host} was removed",
  pushSubscribed: "A browser was put on the list for push notifications, by {host}",
  pushRemoved:
    "A browser was taken off the list for push notifications: {why, select, person {by a person} gone {it takes none any more} moved {somebody else uses it now} other {its person was signed out everywhere}}",
  // Tools and their servers.
  serverAdded: "Tool server {server} added {by, select, file {by mcp.json} other {in the app}}: {origin}",
  serverChanged: "Tool server {server} changed: {changes}",
  serverRemoved: "Tool server {server} removed",
  serverDisabled: "Tool server {server} switched {disabled, select, yes {off} other {on}}",
  commandConfirmed:
    "Tool server {server} may be started: {command}{private, select, yes {, which leads into a private network, to {addresses}} other {}}",
  serverSignedIn:
    "Signed in to the tool server {server} at {host}, for {forAll, select, yes {everybody} other {one person alone}}",
  serverSignedOut:
    "Signed out of the tool server {server}{forAll, select, yes {, for everybody} other {}}{why, select, address {, because its address is another now} refused {, because the sign-in was not renewed there} other {}}",
  settingChanged:
    "{setting, select, approval {The approval flag} prompt {The question} risk {The risk} timeout {The time to answer} who {Who may answer for calls} exposure {The offer} other {The preview}} of {tool} on {server} changed from {from} to {to}{lowers, select, yes {, which lowers its protection} other {}}",
  usualTimeouts:
    "Cards wait {minutes} minutes in the chat and {hours} hours for others, before {formerMinutes} minutes and {formerHours} hours",
  clientRisk:
    "Clients are offered tools up to risk {to}, before up to {from}{lowers, select, yes {, which lowers the protection of tools} other {}}",
  toolReviewed:
    "{what, select, instructions {Instructions} app {App {tool}} other {Definition of {tool}}} on {server} accepted{by, select, file { because mcp.json trusts its server} command { with its server's new command} other {}}",
  toolRejected:
    "{what, select, instructions {Instructions} app {App {tool}} other {Definition of {tool}}} on {server} rejected",
  toolWaits:
    "{isNew, select, yes {{what, select, instructions {New instructions} app {New app {tool}} other {New tool {tool}}}} other {{what, select, instructions {Changed instructions} other {Changed definition of {tool}}}}} on {server} {what, select, instructions {wait} other {waits}} for a review",
  // How somebody proved who they are.
  proved:
    "proved {by, select, password {with a password} oidc {through the organisation's sign-in} passkey {with a passkey} invitation {by an invitation} setup {by the set-up link} reset {by a link to choose a new password} link {by a link of the console} other {with an API key}}{when, select, known { {ago}} unknown { at a time that is not known} other {}}",
  firstVisit:
    "in the browser that opened the app first, {when, select, known {{ago}} other {at a time that is not known}}",
  provedUnrecorded: "proved in a way that is not on record",
  ago: "{unit, select, day {{count, plural, one {# day} other {# days}}} hour {{count, plural, one {# hour} other {# hours}}} minute {{count, plural, one {# minute} other {# minutes}}} other {just}} before",
  // People and their sessions.
  ownerSetUp: "The owner's account was set up{again, select, yes { anew by a link} other {}}",
  signedInBy: "Signed in {by}{asked, select, yes {, which had asked who they are {ago}} other {}}",
  signedOut: "Signed out{everywhere, select, yes { everywhere} other {}}",
  couldNotSignIn: "Could not sign in {by}: {why}",
  tooManyTries: "Too many tries {of}",
  moreFailed:
    "{count} more failed {count, plural, one {sign-in} other {sign-ins}} {by} between {from} and {to} UTC: {why}",
  moreRefused:
    "{count} more {count, plural, one {try} other {tries}} refused between {from} and {to} UTC: too many {of}",
  wayIn:
    "{by, select, password {with a password} oidc {through the organisation's sign-in} invitation {by an invitation} setup {by the set-up link} reset {by a link to choose a new password} other {with a password and a passkey}}",
  signInProblem:
    "{why, select, wrong {no such account, or a wrong password} disabled {the person is disabled} refusedbyprovider {the organisation's sign-in did not vouch for them} emailnotverified {the organisation's sign-in has not verified their e-mail address} domainnotallowed {their e-mail address is of another domain} notinvited {nobody invited them} accountexists {somebody here has their e-mail address and signs in otherwise} connectedelsewhere {it is connected with somebody else here} connectedotherwise {another of their accounts there is connected already} passkeyrefused {their passkey did not fit} other {whoever began to connect it has signed out since, or it took too long}}",
  limitOf:
    "{of, select, account {to sign in to one account} everybody {to sign in at once} browser {to sign in from one browser that was in before} session {to confirm in one session} other {of one person within a minute}}",
  role: "{role, select, member {member} reviewer {reviewer} admin {admin} other {owner}}",
  invited: "Invited {email} as {role}",
  invitationWithdrawn: "Took back the invitation of {email}",
  joined: "Joined as {role}, {by}",
  roleChanged: "Changed the role of {name} from {from} to {to}",
  personDisabled: "Disabled {name}, who is out at once",
  personEnabled: "Enabled {name} again",
  sessionsEnded: "Signed {name} out everywhere",
  passwordChanged: "Changed their password",
  resetMade: "Made a link by which {name} may choose a new password",
  passwordReset: "Chose a new password by a link; all their sessions ended",
  passkeyAdded: "Added the passkey “{name}”",
  passkeyRemoved: "Removed the passkey “{name}”",
  passkeysReset: "The link took away {count, plural, one {their passkey} other {their # passkeys}}",
  passkeyCopied: "Somebody has a copy of the passkey “{name}”: it is good for nothing any more",
  sessionEnded: "Signed out another browser{said, select, yes {, {browser}} other {}}",
  connectedOneself: "Connected the organisation's sign-in with their account",
  connectedByAddress: "The organisation's sign-in was connected by their e-mail address",
  accountDisconnected: "Disconnected the organisation's sign-in from their account",
  teamEnded: "The app is one person's again: ended {count, plural, one {# session} other {# sessions}} of the team",
});
