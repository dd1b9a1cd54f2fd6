import { models, type Models } from "#lib/models/models.ts";
import type { ModelSettings } from "#lib/models/settings.ts";
import { type ModelAccounts, modelAccounts } from "#lib/server/models/model-accounts.ts";
import type { Log } from "#lib/server/observe/log.ts";
import type { Env } from "#lib/server/settings/env.ts";
import { secretBox } from "#lib/server/settings/secret-keys.ts";
import type { Database } from "#lib/store/engine/database.ts";

type Parts = {
  env: Env;
  database: Database;
  settings: ModelSettings;
  learnSecrets: (secrets: string[]) => void;
  log: Log;
};

/** The models that answer here: those of the environment, and of the accounts that people connect. */
export function buildModels({ env, ...parts }: Parts): { accounts: ModelAccounts; models: Models } {
  const { secretsKey: given, dataDir, variables } = env;
  const accounts = modelAccounts({ ...parts, variables, box: secretBox({ given, dataDir }) });
  return { accounts, models: models(parts.settings, accounts.connected) };
}
