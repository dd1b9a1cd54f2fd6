import type { Generated, Selectable } from "kysely";
import type { ProofWay } from "#lib/approvals/proof.ts";
import type { Role } from "#lib/people/role.ts";

export type PeopleTable = {
  id: string;
  name: string;
  created_at: number;
  role: Generated<Role>;
  /** null without sign-in. */
  email: Generated<string | null>;
  /** Since when the person may not sign in. */
  disabled_at: Generated<number | null>;
  /** Grows when a role changes or a session ends; streams from before are then closed. */
  access_version: Generated<number>;
  /** 1: the person's new chats are shown to reviewers. */
  shows_new_chats: Generated<number>;
  /** The language that the person chose; null follows their browser. */
  language: Generated<string | null>;
};

/** Only the SHA-256 of a session token is stored. */
export type SessionsTable = {
  token_hash: string;
  person_id: string;
  created_at: number;
  last_seen_at: number;
  /** When its person last proved who they are; null without sign-in, or when unknown. */
  proved_at: Generated<number | null>;
  /**
   * Whether its person signed in to a team or opened a single person's app; null for sessions older than this column.
   */
  way: Generated<SessionWay | null>;
  /** The browser as its person would name it, "Firefox on Linux"; null when it did not say. */
  browser: Generated<string | null>;
  /** How its person proved who they are; null when unknown. */
  proved_by: Generated<ProofWay | null>;
  /** When its person last showed a passkey in this session. */
  passkey_at: Generated<number | null>;
};

export type SessionWay = "local" | "team";

/** One-time sign-in links; only the SHA-256 of the key is stored. */
export type LinksTable = { key_hash: string; expires_at: number; used_at: number | null };

/** One way of signing in of a team's person. Tokens of a provider are not stored. */
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

/** Open invitations; only the SHA-256 of the key is stored. Accepting one deletes it. */
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
 * The one link by which a person may choose a new password; only the SHA-256 of its key is stored. `made_by` is null
 * for the console.
 */
export type PasswordResetsTable = {
  person_id: string;
  key_hash: string;
  expires_at: number;
  made_by: Generated<string | null>;
};

/** When somebody last made, raised, reset or re-enabled an account, directly or through another account. */
export type AccountHandsTable = { person_id: string; by_id: string; as_owner: number; at: number };

/** Public keys of passkeys, under the id that the authenticator gave them. */
export type PasskeysTable = {
  id: string;
  person_id: string;
  /** The person's name for it. */
  name: string;
  /** COSE, in base64url. */
  public_key: string;
  /** The authenticator's signature counter; always 0 where it has none. */
  counter: number;
  transports_json: string;
  created_at: number;
  last_used_at: number | null;
  /**
   * Since when a copy of it is known to exist. It then counts for nothing, but its person must still show a passkey.
   */
  copied_at: Generated<number | null>;
};

/** A challenge for a browser to sign once, stored as its SHA-256. */
export type PasskeyChallengesTable = {
  challenge_hash: string;
  person_id: string;
  purpose: "add" | "prove" | "sign-in";
  /** SHA-256 of the session's token, or of the key of the sign-in attempt. */
  bound_to: string;
  expires_at: number;
};

/** A pending connection of the organisation's account with a person's; the SHA-256 of the state sent along. */
export type ConnectingAccountsTable = {
  state_hash: string;
  person_id: string;
  session_hash: string;
  expires_at: number;
};

/** A browser in which somebody signed in before; only the SHA-256 of its mark is stored. */
export type KnownBrowsersTable = { token_hash: string; person_id: string; expires_at: number };

/** Tries to sign in, counted until `until`. */
export type SignInTriesTable = { key: string; count: number; until: number };

export type AccountRow = Selectable<AccountsTable>;
export type InvitationRow = Selectable<InvitationsTable>;
export type PasskeyRow = Selectable<PasskeysTable>;
export type PeopleRow = Selectable<PeopleTable>;
