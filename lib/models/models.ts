import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Notice } from "#lib/approvals/notice.ts";
import type { ModelChoice } from "#lib/chat/chat-summary.ts";
import { describeModelError } from "./model-error.ts";
import { type ProviderName, providers } from "./providers.ts";
import type { ModelEntry, ModelSettings } from "./settings.ts";

export type Models = {
  /** For the picker; the first one is the default. */
  choices: ModelChoice[];
  /** The model with this key; the default for null and for a key that is no longer configured. */
  get: (key: string | null) => Known;
  /** `describeModelError` with the configured keys, none of which it shows. */
  describeError: (error: unknown) => Pick<Notice, "text" | "retry">;
};

/** `mostTools`: how many tools one request may carry; any number where it is absent. */
type Known = { key: string; model: LanguageModelV4; mostTools?: number };

/** Loads no library; each model loads its own at the first call. */
export function models({ entries }: ModelSettings): Models {
  const byKey = new Map(entries.map((entry) => [entry.key, knownOf(entry)]));
  const fallback = knownOf(entries[0]);
  const secrets = modelSecrets({ entries });
  return {
    choices: entries.map((entry) => choiceOf(entry)),
    get: (key) => (key === null ? undefined : byKey.get(key)) ?? fallback,
    describeError: (error) => describeModelError(error, secrets),
  };
}

/** All API keys of the models. */
export function modelSecrets({ entries }: ModelSettings): string[] {
  return entries.flatMap((entry) => secretsOf(entry));
}

function knownOf(entry: ModelEntry): Known {
  return { key: entry.key, model: modelOf(entry), mostTools: entry.mostTools };
}

function modelOf<Name extends ProviderName>({ provider, settings, modelId }: ModelEntry<Name>): LanguageModelV4 {
  return providers[provider].languageModel(settings, modelId);
}

function choiceOf<Name extends ProviderName>({ key, provider, settings, modelId }: ModelEntry<Name>): ModelChoice {
  const { label, demo } = providers[provider];
  return { key, label: label(settings, modelId), demo };
}

function secretsOf<Name extends ProviderName>({ provider, settings }: ModelEntry<Name>): string[] {
  return providers[provider].secrets(settings);
}
