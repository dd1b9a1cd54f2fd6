/** Keys for programs. Only the SHA-256 of a key is stored. */
export type ApiKeysTable = {
  id: string;
  person_id: string;
  name: string;
  key_hash: string;
  /** Scope[] */
  scopes_json: string;
  created_at: number;
  expires_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
};
