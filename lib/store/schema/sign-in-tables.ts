import type { Generated, Selectable } from "kysely";

/** Sign-ins to remote tool servers, of people and of the instance; a part of `Schema`. */
export type SignInTables = {
  server_sign_ins: ServerSignInsTable;
  server_clients: ServerClientsTable;
  server_sign_in_attempts: ServerSignInAttemptsTable;
};

type ServerSignInsTable = {
  server_id: string;
  /** Whose calls it serves, and no other's; empty: the instance's, for everybody. */
  person_id: string;
  /** Of the server, when the person signed in; at another address it counts as absent. */
  address: string;
  /** SignIn, as SecretBox seals it about server, person and address. */
  sealed_json: string;
  signed_in_by: string;
  signed_in_at: number;
  /** One process at a time renews it; until then no other tries. */
  renewing_until: Generated<number>;
};

/** The client that was registered by itself for a server: MadeClient, sealed. */
type ServerClientsTable = { server_id: string; sealed_json: string };

/** A sign-in that somebody began, until their browser comes back. */
type ServerSignInAttemptsTable = {
  /** SHA-256 of what the browser brings back. */
  state_hash: string;
  server_id: string;
  /** Who began it, in which session. */
  person_id: string;
  session_hash: string;
  /** 1 when it is for the instance. */
  for_all: number;
  /** Attempt, sealed. */
  sealed_json: string;
  expires_at: number;
};

export type ServerSignInRow = Selectable<ServerSignInsTable>;
export type SignInAttemptRow = Selectable<ServerSignInAttemptsTable>;
