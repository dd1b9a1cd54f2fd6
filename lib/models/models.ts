import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Notice } from "#lib/approvals/notice.ts";
import type { ModelChoice } from "#lib/chat/chat-summary.ts";
import type { AccountProvider, ModelOptions } from "#lib/chat/model-connection.ts";
import { askedAs } from "./asked-as.ts";
import { lazyModel } from "./lazy-model.ts";
import { describeModelError } from "./model-error.ts";
import { type ProviderName, providers, type ProviderSettings } from "#lib/models/providers/providers.ts";
import type { ModelEntry, ModelSettings } from "./settings.ts";

export type Models = {
  /** For a person's picker; the first one is the default. */
  choicesFor: (personId: string) => ModelChoice[];
  /** The model with this key; the default for null and for a key that its person no longer has. */
  get: (key: string | null, personId: string) => Known;
  /** `describeModelError` with the keys of all models, none of which it shows. */
  describeError: (error: unknown) => Pick<Notice, "text" | "retry">;
};

/**
 * `mostTools`: how many tools one request may carry; any number where it is absent. `contextTokens`: how many tokens the
 * model reads at once; null where nobody said. `answerTokens`: how many it may answer with, where that is set.
 */
type Known = {
  key: string;
  model: LanguageModelV4;
  mostTools?: number;
  contextTokens?: number | null;
  answerTokens?: number | null;
};

/** A model of an account that was connected in the app. */
export type ConnectedModel<Name extends AccountProvider = AccountProvider> = {
  [N in Name]: {
    key: string;
    provider: N;
    settings: ProviderSettings[N];
    modelId: string;
    options: ModelOptions;
    /** As its provider says it. */
    contextTokens: number | null;
    /** Who alone uses it; null: everybody. */
    personId: string | null;
    isShown: boolean;
  };
}[Name];

/** `chosen`: key of the model that the owner made the default. `broken`: accounts that cannot be used now, and why. */
export type Connected = {
  models: ConnectedModel[];
  chosen: string | null;
  broken: { id: string; personId: string | null; problem: string }[];
};

const none: Connected = { models: [], chosen: null, broken: [] };

/** An account cannot be used now. Its message is a sentence for its person. */
class AccountProblem extends Error {
  override name = "AccountProblem";
}

/**
 * The models of the environment, and those that are connected in the app at that moment. What the environment names
 * wins: it is the default. Without any of both there is the demonstration. Loads no library; each model loads its own
 * at the first call.
 */
export function models({ entries, isUnset, limits }: ModelSettings, connected: () => Connected = () => none): Models {
  const byKey = new Map(entries.map((entry) => [entry.key, knownOf(entry)]));
  const first = knownOf(entries[0]);
  const written = environmentModels({ entries, isUnset });
  const demonstration = entries.map((entry) => choiceOf(entry));
  const seenBy = (personId: string) =>
    connected().models.filter((model) => model.personId === null || model.personId === personId);
  /** One for each, as long as its account stays as it is: a step asks for it several times. */
  const built = new WeakMap<ConnectedModel, Known>();
  const builtOf = (model: ConnectedModel): Known => {
    const known = built.get(model) ?? {
      key: model.key,
      model: connectedModel(model).model,
      mostTools: limits.mostTools(model),
      contextTokens: model.options.contextTokens ?? model.contextTokens ?? limits.contextTokens(model),
      answerTokens: model.options.maxTokens,
    };
    built.set(model, known);
    return known;
  };
  const choicesFor = (personId: string): ModelChoice[] => {
    const chosen = written.length > 0 ? null : connected().chosen;
    const shown = seenBy(personId).filter(({ isShown, key }) => isShown && !byKey.has(key));
    const all = [...written, ...shown.map((model) => pricedChoiceOf(model))];
    if (all.length === 0) return demonstration;
    return [...all.filter(({ key }) => key === chosen), ...all.filter(({ key }) => key !== chosen)];
  };
  const find = (key: string, personId: string): Known | undefined => {
    const written = byKey.get(key);
    if (written !== undefined) return written;
    const found = seenBy(personId).find((model) => model.key === key);
    if (found !== undefined) return builtOf(found);
    // What was said to one provider goes to no other because of a fault.
    const broken = connected().broken.find(
      ({ id, personId: of }) => key.startsWith(`${id}:`) && (of ?? personId) === personId,
    );
    return (
      broken && {
        key,
        model: lazyModel({ provider: broken.id, modelId: key }, () =>
          Promise.reject(new AccountProblem(broken.problem)),
        ),
      }
    );
  };
  return {
    choicesFor,
    get: (key, personId) => {
      const named = key === null ? undefined : find(key, personId);
      return named ?? find(choicesFor(personId)[0]?.key ?? first.key, personId) ?? first;
    },
    describeError: (error) => {
      if (error instanceof AccountProblem) return { text: error.message, retry: false };
      const secrets = connected().models.flatMap((model) => secretsOf(model));
      return describeModelError(error, [...new Set([...modelSecrets({ entries }), ...secrets])]);
    },
  };
}

/** The models that the environment names, without the demonstration. */
export function environmentModels({ entries, isUnset }: Pick<ModelSettings, "entries" | "isUnset">): ModelChoice[] {
  return isUnset ? [] : entries.map((entry) => choiceOf(entry));
}

/** A connected model, asked as it is set, and what must not be shown of it. */
export function connectedModel(connected: ConnectedModel): { model: LanguageModelV4; secrets: string[] } {
  return { model: withOptions(modelOf(connected), connected.options), secrets: secretsOf(connected) };
}

/** All API keys of the models. */
export function modelSecrets({ entries }: Pick<ModelSettings, "entries">): string[] {
  return entries.flatMap((entry) => secretsOf(entry));
}

function knownOf(entry: ModelEntry): Known {
  const { key, mostTools, contextTokens } = entry;
  return { key, model: modelOf(entry), mostTools, contextTokens };
}

type Of<Name extends ProviderName> = { key: string; provider: Name; settings: ProviderSettings[Name]; modelId: string };

function modelOf<Name extends ProviderName>({ provider, settings, modelId }: Of<Name>): LanguageModelV4 {
  return providers[provider].languageModel(settings, modelId);
}

function choiceOf<Name extends ProviderName>({ key, provider, settings, modelId }: Of<Name>): ModelChoice {
  const { label, demo } = providers[provider];
  return { key, label: label(settings, modelId), demo };
}

function pricedChoiceOf(model: ConnectedModel): ModelChoice {
  const { price } = model.options;
  return price === null ? choiceOf(model) : { ...choiceOf(model), price };
}

function secretsOf<Name extends ProviderName>({ provider, settings }: Omit<Of<Name>, "key" | "modelId">): string[] {
  return providers[provider].secrets(settings);
}

/** The same model, asked as its person set it; what is not set stays as the provider does it. */
function withOptions(model: LanguageModelV4, { reasoning, temperature, maxTokens }: ModelOptions): LanguageModelV4 {
  return askedAs(model, (asked) => ({
    ...asked,
    ...(reasoning === null ? {} : { reasoning }),
    ...(temperature === null ? {} : { temperature }),
    ...(maxTokens === null ? {} : { maxOutputTokens: maxTokens }),
  }));
}
