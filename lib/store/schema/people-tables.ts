import type { Generated, Selectable } from "kysely";
import type { ProofWay } from "#lib/approvals/proof.ts";
import type { Role } from "#lib/people/role.ts";

export type PeopleTable = {
  id: string;
  name: string;
  created_at: number;
  role: Generated<Role>;
  /** null where nobody signs in. */
  email: Generated<string | null>;
  /** Since when the person may no longer come in. */
  disabled_at: Generated<number | null>;
  /** Grows when a role changes or a session ends; streams that were opened before are closed. */
  access_version: Generated<number>;
};

/** Only the SHA-256 of a session token is stored. */
export type SessionsTable = {
  token_hash: string;
  person_id: string;
  created_at: number;
  last_seen_at: number;
  /** When its person last proved who they are; null where nobody signs in, or when that is not known. */
  proved_at: Generated<number | null>;
  /** Whether its person signed in to a team, or opened an app of their own; null before there were the two. */
  way: Generated<SessionWay | null>;
  /** As its person would call it: "Firefox on Linux"; null when it did not say. */
  browser: Generated<string | null>;
  /** How its person proved it; null when that is not known. */
  proved_by: Generated<ProofWay | null>;
  /** When its person last showed a passkey in it. */
  passkey_at: Generated<number | null>;
};

export type SessionWay = "local" | "team";

/** One-time sign-in links; only the SHA-256 of the key is stored. */
export type LinksTable = { key_hash: string; expires_at: number; used_at: number | null };

/** One way in which a person of a team signs in. Tokens of a provider are not kept. */
export type AccountsTable = {
  id: string;
  person_id: string;
  provider: "password" | "oidc";
  /** The person's id for a password; issuer and subject, as a JSON array, for a provider. */
  subject: string;
  password_hash: string | null;
  created_at: number;
  changed_at: number;
};

/** Open invitations; only the SHA-256 of the key is stored. Whoever accepts one uses it up. */
export type InvitationsTable = {
  id: string;
  key_hash: string;
  /** In lower case. */
  email: string;
  role: Role;
  invited_by: string;
  created_at: number;
  expires_at: number;
};

/**
 * The one link by which a person may choose a new password; only the SHA-256 of its key is stored. `made_by` is null where
 * the console made it.
 */
export type PasswordResetsTable = {
  person_id: string;
  key_hash: string;
  expires_at: number;
  made_by: Generated<string | null>;
};

/** When somebody last made, raised, reset or let back in an account, themselves or through another account. */
export type AccountHandsTable = { person_id: string; by_id: string; as_owner: number; at: number };

/** Public keys of passkeys, under the id that the authenticator gave them. */
export type PasskeysTable = {
  id: string;
  person_id: string;
  /** As its person calls it. */
  name: string;
  /** COSE, in base64url. */
  public_key: string;
  /** How often it says that it was used; 0 for ever where it does not count. */
  counter: number;
  transports_json: string;
  created_at: number;
  last_used_at: number | null;
  /** Since when it is known that there is a copy of it, and it is good for nothing. Its person still has to show one. */
  copied_at: Generated<number | null>;
};

/** What a browser was asked to sign, once, under the SHA-256 of it. */
export type PasskeyChallengesTable = {
  challenge_hash: string;
  person_id: string;
  purpose: "add" | "prove" | "sign-in";
  /** SHA-256 of the session's token, or of the key of the try to sign in. */
  bound_to: string;
  expires_at: number;
};

/** Somebody went to the organisation's sign-in to connect it with their account; the SHA-256 of the state they took along. */
export type ConnectingAccountsTable = {
  state_hash: string;
  person_id: string;
  session_hash: string;
  expires_at: number;
};

/** A browser in which somebody was in before; only the SHA-256 of what it keeps is stored. */
export type KnownBrowsersTable = { token_hash: string; person_id: string; expires_at: number };

/** How often somebody tried, counted until `until`. */
export type SignInTriesTable = { key: string; count: number; until: number };

export type AccountRow = Selectable<AccountsTable>;
export type InvitationRow = Selectable<InvitationsTable>;
export type PasskeyRow = Selectable<PasskeysTable>;
export type PeopleRow = Selectable<PeopleTable>;
