export type OauthTables = { oauth_records: OauthRecordsTable };

/** What the authorization server keeps for a while: registered clients, grants, codes and tokens. */
type OauthRecordsTable = {
  /** SHA-256 of its kind and its id. The id of a code or a token is the secret itself, and is not stored. */
  id_hash: string;
  kind: string;
  /** The grant that it belongs to, which is the id of a key. */
  grant_id: string | null;
  payload_json: string;
  created_at: number;
  expires_at: number;
  /** When it was used, for what works only once. */
  consumed_at: number | null;
};
