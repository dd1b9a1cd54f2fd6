import type { AuditEvent } from "./events.ts";
import type { SignInLimit, SignInProblem, SignInWay } from "./people-events.ts";
import { agoWords } from "./proved-words.ts";

const peopleKinds = [
  "owner-set-up",
  "signed-in",
  "signed-out",
  "sign-in-failed",
  "sign-in-limited",
  "sign-ins-failed",
  "sign-ins-limited",
  "person-invited",
  "invitation-withdrawn",
  "person-joined",
  "role-changed",
  "person-disabled",
  "person-enabled",
  "sessions-ended",
  "password-changed",
  "password-reset-made",
  "password-reset",
  "passkey-added",
  "passkey-removed",
  "passkeys-reset",
  "passkey-copied",
  "session-ended",
  "account-connected",
  "account-disconnected",
  "team-sessions-ended",
] as const satisfies readonly AuditEvent["kind"][];

type PeopleKind = (typeof peopleKinds)[number];
type EventOf<Kind> = Extract<AuditEvent, { kind: Kind }>;

const ways: { [Way in SignInWay]: string } = {
  password: "with a password",
  oidc: "through the organisation's sign-in",
  invitation: "by an invitation",
  "set-up": "by the set-up link",
  reset: "by a link to choose a new password",
  passkey: "with a password and a passkey",
};

const problems: { [Problem in SignInProblem]: string } = {
  wrong: "no such account, or a wrong password",
  disabled: "the person is disabled",
  "refused-by-provider": "the organisation's sign-in did not vouch for them",
  "email-not-verified": "the organisation's sign-in has not verified their e-mail address",
  "domain-not-allowed": "their e-mail address is of another domain",
  "not-invited": "nobody invited them",
  "account-exists": "somebody here has their e-mail address and signs in otherwise",
  "connected-elsewhere": "it is connected with somebody else here",
  "connected-otherwise": "another of their accounts there is connected already",
  "passkey-refused": "their passkey did not fit",
  "connecting-ended": "whoever began to connect it has signed out since, or it took too long",
};

const limits: { [Limit in SignInLimit]: string } = {
  account: "to sign in to one account",
  everybody: "to sign in at once",
  browser: "to sign in from one browser that was in before",
  session: "to confirm in one session",
  person: "of one person within a minute",
};

/** Both in UTC, so that the text is the same everywhere. */
function between({ from, to }: { from: number; to: number }): string {
  const [begin, end] = [from, to].map((at) => new Date(at).toISOString().slice(11, 16));
  return `between ${begin} and ${end} UTC`;
}

/** Events of people and their sessions, in words. */
export const peopleWords: { [Kind in PeopleKind]: (event: EventOf<Kind>) => string } = {
  "owner-set-up": ({ again }) =>
    again ? "The owner's account was set up anew by a link" : "The owner's account was set up",
  "signed-in": ({ by, agoMs }) =>
    `Signed in ${ways[by]}${agoMs == null ? "" : `, which had asked who they are ${agoWords(agoMs)}`}`,
  "signed-out": ({ everywhere }) => (everywhere ? "Signed out everywhere" : "Signed out"),
  "sign-in-failed": ({ by, reason }) => `Could not sign in ${ways[by]}: ${problems[reason]}`,
  "sign-in-limited": ({ of }) => `Too many tries ${limits[of]}`,
  "sign-ins-failed": ({ by, reason, count, ...span }) =>
    `${count} more failed ${count === 1 ? "sign-in" : "sign-ins"} ${ways[by]} ${between(span)}: ${problems[reason]}`,
  "sign-ins-limited": ({ of, count, ...span }) =>
    `${count} more ${count === 1 ? "try" : "tries"} refused ${between(span)}: too many ${limits[of]}`,
  "person-invited": ({ email, role }) => `Invited ${email} as ${role}`,
  "invitation-withdrawn": ({ email }) => `Took back the invitation of ${email}`,
  "person-joined": ({ by, role }) => `Joined as ${role}, ${ways[by]}`,
  "role-changed": ({ name, from, to }) => `Changed the role of ${name} from ${from} to ${to}`,
  "person-disabled": ({ name }) => `Disabled ${name}, who is out at once`,
  "person-enabled": ({ name }) => `Enabled ${name} again`,
  "sessions-ended": ({ name }) => `Signed ${name} out everywhere`,
  "password-changed": () => "Changed their password",
  "password-reset-made": ({ name }) => `Made a link by which ${name} may choose a new password`,
  "password-reset": () => "Chose a new password by a link; all their sessions ended",
  "passkey-added": ({ name }) => `Added the passkey “${name}”`,
  "passkey-removed": ({ name }) => `Removed the passkey “${name}”`,
  "passkeys-reset": ({ count }) => `The link took away ${count === 1 ? "their passkey" : `their ${count} passkeys`}`,
  "passkey-copied": ({ name }) => `Somebody has a copy of the passkey “${name}”: it is good for nothing any more`,
  "session-ended": ({ browser }) => `Signed out another browser${browser === null ? "" : `, ${browser}`}`,
  "account-connected": ({ by }) =>
    by === "oneself"
      ? "Connected the organisation's sign-in with their account"
      : "The organisation's sign-in was connected by their e-mail address",
  "account-disconnected": () => "Disconnected the organisation's sign-in from their account",
  "team-sessions-ended": ({ count }) =>
    `The app is one person's again: ended ${count} ${count === 1 ? "session" : "sessions"} of the team`,
};

export const peopleTopic = [...peopleKinds];
