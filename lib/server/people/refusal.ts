import { problem, type ProblemCode, signedOutMeanwhile } from "#lib/server/http/problem.ts";

/** Why a sign-in or a change of people was refused. */
export type TeamRefusal =
  | "wrong"
  | "wrong-password"
  | "signed-out"
  | "limited"
  | "busy"
  | "link-not-valid"
  | "account-exists"
  | "too-many-invitations"
  | "not-allowed"
  | "owner-only"
  | "unknown"
  | "oneself"
  | "no-provider"
  | "no-organisation"
  | "no-password"
  | "disabled"
  | "not-connected"
  | "common-password"
  | "passkey-refused"
  | "passkey-wrong"
  | "passkey-known"
  | "no-passkey"
  | "no-passkeys-here";

const sentences: { [Refusal in TeamRefusal]: [ProblemCode, string] } = {
  wrong: ["no-session", "The e-mail address or the password is not right."],
  "wrong-password": ["forbidden", "This is not your password."],
  "signed-out": ["no-session", signedOutMeanwhile],
  limited: ["too-many", "Too many tries. Wait a quarter of an hour, then try again."],
  busy: ["too-many", "Many people are signing in at this moment. Try again in a few seconds."],
  "link-not-valid": ["gone", "This link was used already, taken back, or is too old. Ask for a new one."],
  "account-exists": ["conflict", "Somebody here has this e-mail address already."],
  "too-many-invitations": ["too-many", "As many invitations are open as may be. Take some back first."],
  "not-allowed": ["forbidden", "Your role does not allow this. Ask an owner of this instance."],
  "owner-only": [
    "forbidden",
    "Only the owner invites or changes admins and people who may answer for others, gives them a new password, or lets them back in.",
  ],
  unknown: ["not-found", "There is no such person or invitation."],
  oneself: ["conflict", "You cannot do this to yourself. Ask somebody else."],
  "no-provider": ["unavailable", "The organisation's sign-in does not answer at the moment. Try again soon."],
  "no-organisation": ["conflict", "This app knows no organisation to sign in through. Whoever runs it can name one."],
  "no-password": ["conflict", "Whoever signs in through the organisation has no password here."],
  disabled: ["conflict", "This person is disabled. Enable them first."],
  "common-password": [
    "does-not-fit",
    "This password is one of those that are guessed first, or too much like your name or address. A few words that do not belong together are easy to keep in mind.",
  ],
  "passkey-refused": ["forbidden", "This passkey does not fit, or it took too long. Try it again."],
  "passkey-wrong": [
    "no-session",
    "This passkey does not fit, or it took too long. Sign in again, from your password on.",
  ],
  "passkey-known": ["conflict", "This passkey is here already, or you have as many as one may. Remove one first."],
  "no-passkey": ["conflict", "You have no passkey here."],
  "no-passkeys-here": [
    "conflict",
    "Browsers know no passkeys for an address of numbers. Whoever runs the app can give it a name, by PUBLIC_URL.",
  ],
  "not-connected": ["conflict", "There is nothing to disconnect, or no password that you could sign in by instead."],
};

export function refusalResponse(refusal: TeamRefusal): Response {
  return problem(...sentences[refusal]);
}

/** Without sign-in there is no team. */
export function noTeam(): Response {
  return problem("not-found", "This app is one person's. Start it with AUTH=team to invite others.");
}
