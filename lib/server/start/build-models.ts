import { models, type Models } from "#lib/models/models.ts";
import type { ModelSettings } from "#lib/models/settings.ts";
import { type ModelAccounts, modelAccounts } from "#lib/server/models/model-accounts.ts";
import type { Log } from "#lib/server/observe/log.ts";
import type { Env } from "#lib/server/settings/env.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { StoreSecrets } from "./store-secrets.ts";

type Parts = {
  env: Env;
  database: Database;
  secrets: StoreSecrets;
  settings: ModelSettings;
  learnSecrets: (secrets: string[]) => void;
  log: Log;
};

/** The models that answer here: those of the environment, and of the accounts that people connect. */
export function buildModels({ env, secrets, ...parts }: Parts): { accounts: ModelAccounts; models: Models } {
  const accounts = modelAccounts({ ...parts, variables: env.variables, box: secrets.box });
  return { accounts, models: models(parts.settings, accounts.connected) };
}
