import type { AuditEvent } from "./events.ts";
import type { SignInProblem, SignInWay } from "./people-events.ts";
import { agoWords } from "./proved-words.ts";
import { type Telling, told, toldYes } from "./telling.ts";

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

/** Both in UTC, so that the text is the same everywhere. */
function between({ from, to }: { from: number; to: number }): { from: string; to: string } {
  const inUtc = (at: number) => new Date(at).toISOString().slice(11, 16);
  return { from: inUtc(from), to: inUtc(to) };
}

const way = (by: SignInWay, { say }: Telling) => say("wayIn", { by: told(by) });
const problemOf = (why: SignInProblem, { say }: Telling) => say("signInProblem", { why: told(why) });

/** Events of people and their sessions, in words. */
export const peopleWords: { [Kind in PeopleKind]: (event: EventOf<Kind>, telling: Telling) => string } = {
  "owner-set-up": ({ again }, { say }) => say("ownerSetUp", { again: toldYes(again) }),
  "signed-in": ({ by, agoMs }, telling) =>
    telling.say("signedInBy", {
      by: way(by, telling),
      asked: toldYes(agoMs != null),
      ago: agoMs == null ? "" : agoWords(agoMs, telling.say),
    }),
  "signed-out": ({ everywhere }, { say }) => say("signedOut", { everywhere: toldYes(everywhere) }),
  "sign-in-failed": ({ by, reason }, telling) =>
    telling.say("couldNotSignIn", { by: way(by, telling), why: problemOf(reason, telling) }),
  "sign-in-limited": ({ of }, { say }) => say("tooManyTries", { of: say("limitOf", { of }) }),
  "sign-ins-failed": ({ by, reason, count, ...span }, telling) =>
    telling.say("moreFailed", { count, by: way(by, telling), ...between(span), why: problemOf(reason, telling) }),
  "sign-ins-limited": ({ of, count, ...span }, { say }) =>
    say("moreRefused", { count, ...between(span), of: say("limitOf", { of }) }),
  "person-invited": ({ email, role }, { say }) => say("invited", { email, role: say("role", { role }) }),
  "invitation-withdrawn": ({ email }, { say }) => say("invitationWithdrawn", { email }),
  "person-joined": ({ by, role }, telling) =>
    telling.say("joined", { by: way(by, telling), role: telling.say("role", { role }) }),
  "role-changed": ({ name, from, to }, { say }) =>
    say("roleChanged", { name, from: say("role", { role: from }), to: say("role", { role: to }) }),
  "person-disabled": ({ name }, { say }) => say("personDisabled", { name }),
  "person-enabled": ({ name }, { say }) => say("personEnabled", { name }),
  "sessions-ended": ({ name }, { say }) => say("sessionsEnded", { name }),
  "password-changed": (_, { say }) => say("passwordChanged"),
  "password-reset-made": ({ name }, { say }) => say("resetMade", { name }),
  "password-reset": (_, { say }) => say("passwordReset"),
  "passkey-added": ({ name }, { say }) => say("passkeyAdded", { name }),
  "passkey-removed": ({ name }, { say }) => say("passkeyRemoved", { name }),
  "passkeys-reset": ({ count }, { say }) => say("passkeysReset", { count }),
  "passkey-copied": ({ name }, { say }) => say("passkeyCopied", { name }),
  "session-ended": ({ browser }, { say, reword }) =>
    say("sessionEnded", { said: toldYes(browser !== null), browser: browser === null ? "" : reword(browser) }),
  "account-connected": ({ by }, { say }) => say(by === "oneself" ? "connectedOneself" : "connectedByAddress"),
  "account-disconnected": (_, { say }) => say("accountDisconnected"),
  "team-sessions-ended": ({ count }, { say }) => say("teamEnded", { count }),
};

export const peopleTopic = [...peopleKinds];
