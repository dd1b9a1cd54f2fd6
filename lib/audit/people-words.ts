import type { AuditEvent } from "./events.ts";
import type { SignInProblem, SignInWay } from "./people-events.ts";

const peopleKinds = [
  "owner-set-up",
  "signed-in",
  "signed-out",
  "sign-in-failed",
  "sign-in-limited",
  "person-invited",
  "invitation-withdrawn",
  "person-joined",
  "role-changed",
  "person-disabled",
  "person-enabled",
  "sessions-ended",
  "password-changed",
] as const satisfies readonly AuditEvent["kind"][];

type PeopleKind = (typeof peopleKinds)[number];
type EventOf<Kind> = Extract<AuditEvent, { kind: Kind }>;

const ways: { [Way in SignInWay]: string } = {
  password: "with a password",
  oidc: "through the organisation's sign-in",
  invitation: "by an invitation",
  "set-up": "by the set-up link",
};

const problems: { [Problem in SignInProblem]: string } = {
  wrong: "no such account, or a wrong password",
  disabled: "the person is disabled",
  "refused-by-provider": "the organisation's sign-in did not vouch for them",
  "email-not-verified": "the organisation's sign-in has not verified their e-mail address",
  "domain-not-allowed": "their e-mail address is of another domain",
  "not-invited": "nobody invited them",
  "account-exists": "somebody here has their e-mail address and signs in otherwise",
};

/** What happened to people and their sessions, in words. */
export const peopleWords: { [Kind in PeopleKind]: (event: EventOf<Kind>) => string } = {
  "owner-set-up": ({ again }) =>
    again ? "The owner's account was set up anew by a link" : "The owner's account was set up",
  "signed-in": ({ by }) => `Signed in ${ways[by]}`,
  "signed-out": ({ everywhere }) => (everywhere ? "Signed out everywhere" : "Signed out"),
  "sign-in-failed": ({ by, reason }) => `Could not sign in ${ways[by]}: ${problems[reason]}`,
  "sign-in-limited": ({ of }) =>
    of === "account" ? "Too many tries to sign in to one account" : "Too many tries to sign in at once",
  "person-invited": ({ email, role }) => `Invited ${email} as ${role}`,
  "invitation-withdrawn": ({ email }) => `Took back the invitation of ${email}`,
  "person-joined": ({ by, role }) => `Joined as ${role}, ${ways[by]}`,
  "role-changed": ({ name, from, to }) => `Changed the role of ${name} from ${from} to ${to}`,
  "person-disabled": ({ name }) => `Disabled ${name}, who is out at once`,
  "person-enabled": ({ name }) => `Enabled ${name} again`,
  "sessions-ended": ({ name }) => `Signed ${name} out everywhere`,
  "password-changed": () => "Changed their password",
};

export const peopleTopic = [...peopleKinds];
