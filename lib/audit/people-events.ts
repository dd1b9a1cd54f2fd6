import type { Role } from "#lib/approvals/role.ts";

/** What happens to people and their sessions. */
export type PeopleEvent =
  | { kind: "owner-set-up"; again: boolean }
  | { kind: "signed-in"; by: SignInWay }
  | { kind: "signed-out"; everywhere: boolean }
  /** The row names a person only where there is an account. What was typed is not kept: it may be a password. */
  | { kind: "sign-in-failed"; by: SignInWay; reason: SignInProblem }
  | { kind: "sign-in-limited"; of: "account" | "everybody" }
  | { kind: "person-invited"; email: string; role: Role }
  | { kind: "invitation-withdrawn"; email: string }
  | { kind: "person-joined"; by: SignInWay; role: Role }
  | { kind: "role-changed"; of: string; name: string; from: Role; to: Role }
  | { kind: "person-disabled"; of: string; name: string }
  | { kind: "person-enabled"; of: string; name: string }
  | { kind: "sessions-ended"; of: string; name: string }
  | { kind: "password-changed" };

export type SignInWay = "password" | "oidc" | "invitation" | "set-up";

/** Why somebody was not let in. */
export type SignInProblem =
  | "wrong"
  | "disabled"
  | "refused-by-provider"
  | "email-not-verified"
  | "domain-not-allowed"
  | "not-invited"
  | "account-exists";
