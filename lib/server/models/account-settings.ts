import { type AccountModel, type AccountProvider, asProvided, modelKeyOf } from "#lib/chat/model-connection.ts";
import type { ConnectedModel } from "#lib/models/models.ts";
import type { AccountGiven, Problem } from "#lib/models/providers/provider.ts";
import { providers, type ProviderSettings } from "#lib/models/providers/providers.ts";
import type { ModelConnectionRow } from "#lib/store/schema/model-tables.ts";

type Account = Pick<ModelConnectionRow, "id" | "provider" | "base_url">;

export function accountSettings<Name extends AccountProvider>(
  provider: Name,
  given: AccountGiven,
): { settings: ProviderSettings[Name] } | Problem {
  const { listing } = providers[provider];
  if (listing === null) throw new Error(`The provider ${provider} has no accounts.`);
  return listing.settingsOf(given);
}

export function accountSecrets<Name extends AccountProvider>(
  provider: Name,
  settings: ProviderSettings[Name],
): string[] {
  return providers[provider].secrets(settings);
}

export function accountHost({ provider, base_url }: Pick<Account, "provider" | "base_url">): string {
  if (base_url !== null) return new URL(base_url).host;
  return { openai: "api.openai.com", anthropic: "api.anthropic.com", google: "generativelanguage.googleapis.com" }[
    provider
  ];
}

export function storedModels({ models_json }: Pick<ModelConnectionRow, "models_json">): AccountModel[] {
  const models = JSON.parse(models_json) as AccountModel[];
  // Some were stored before there were as many options.
  return models.map((model) => ({ ...model, options: { ...asProvided, ...model.options } }));
}

export function accountModels(row: ModelConnectionRow, settings: ProviderSettings[AccountProvider]): ConnectedModel[] {
  return storedModels(row).map(({ id: modelId, isShown, options, contextTokens }) => {
    const key = modelKeyOf(row.id, modelId);
    const of = { key, provider: row.provider, settings, modelId, personId: row.person_id };
    const model = { ...of, options, contextTokens, isShown };
    // TypeScript cannot see that a provider and its own settings form a member of the union.
    return model as ConnectedModel;
  });
}
