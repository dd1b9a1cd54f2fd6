import type { Role } from "#lib/people/role.ts";

/** Events of people and their sessions. */
export type PeopleEvent =
  | { kind: "owner-set-up"; again: boolean }
  /** `agoMs`: how long before, the organisation had asked them; null when it did not say. */
  | { kind: "signed-in"; by: SignInWay; agoMs?: number | null }
  | { kind: "signed-out"; everywhere: boolean }
  /** The row names a person only where there is an account. What was typed is not kept: it may be a password. */
  | { kind: "sign-in-failed"; by: SignInWay; reason: SignInProblem }
  | { kind: "sign-in-limited"; of: SignInLimit }
  /**
   * How many more failed between two moments (Unix ms) than were recorded in full; each process records its own number.
   */
  | { kind: "sign-ins-failed"; by: SignInWay; reason: SignInProblem; count: number; from: number; to: number }
  | { kind: "sign-ins-limited"; of: SignInLimit; count: number; from: number; to: number }
  | { kind: "person-invited"; email: string; role: Role }
  | { kind: "invitation-withdrawn"; email: string }
  | { kind: "person-joined"; by: SignInWay; role: Role }
  | { kind: "role-changed"; of: string; name: string; from: Role; to: Role }
  | { kind: "person-disabled"; of: string; name: string }
  | { kind: "person-enabled"; of: string; name: string }
  | { kind: "sessions-ended"; of: string; name: string }
  | { kind: "password-changed" }
  /** Made by somebody who manages people, or at the console: then the row names nobody. */
  | { kind: "password-reset-made"; of: string; name: string }
  | { kind: "password-reset" }
  | { kind: "passkey-added"; name: string }
  | { kind: "passkey-removed"; name: string }
  /** Its person signed in by a link, because their passkeys were lost. */
  | { kind: "passkeys-reset"; count: number }
  /** Its counter went backwards, so there is a copy; it counts for nothing any more. */
  | { kind: "passkey-copied"; name: string }
  | { kind: "session-ended"; browser: string | null }
  | { kind: "account-connected"; by: "oneself" | "address" }
  | { kind: "account-disconnected" }
  | { kind: "team-sessions-ended"; count: number };

/** Whose tries exceeded the limit: strangers' at one account or all together, or a known person's. */
export type SignInLimit = "account" | "everybody" | "browser" | "session" | "person";

/** By a passkey: after the password. */
export type SignInWay = "password" | "oidc" | "invitation" | "set-up" | "reset" | "passkey";

/** Why a sign-in failed. */
export type SignInProblem =
  | "wrong"
  | "disabled"
  | "refused-by-provider"
  | "email-not-verified"
  | "domain-not-allowed"
  | "not-invited"
  | "account-exists"
  | "connected-elsewhere"
  | "connected-otherwise"
  | "connecting-ended"
  | "passkey-refused";
