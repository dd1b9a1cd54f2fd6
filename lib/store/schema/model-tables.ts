import type { Selectable } from "kysely";
import type { AccountProvider } from "#lib/chat/model-connection.ts";

/** The tables of models; a part of `Schema`. */
export type ModelTables = { model_connections: ModelConnectionsTable };

/** An account at a provider of models that was connected in the app. */
type ModelConnectionsTable = {
  /** The part before the colon of its models' keys. */
  id: string;
  /** Who alone uses it; null: everybody. */
  person_id: string | null;
  provider: AccountProvider;
  /** null: the provider's own address. */
  base_url: string | null;
  /** The key as SecretBox seals it, about the connection's id, provider and address; null without one. */
  sealed_key: string | null;
  /** AccountModel[] */
  models_json: string;
  created_by: string;
  created_at: number;
};

export type ModelConnectionRow = Selectable<ModelConnectionsTable>;
