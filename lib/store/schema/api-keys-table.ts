import type { Generated } from "kysely";

/** Keys for programs. Only the SHA-256 of a key is stored. */
export type ApiKeysTable = {
  id: string;
  person_id: string;
  name: string;
  key_hash: string;
  /** Scope[] */
  scopes_json: string;
  /** What its client may do through the gateway: ClientTerms; null for the usual terms. */
  terms_json: Generated<string | null>;
  /** The client whose grant it is: SignedInClient; null for a key that was made. */
  client_json: Generated<string | null>;
  created_at: number;
  expires_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
};
