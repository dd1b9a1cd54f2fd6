import { type AccountModel, type AccountProvider, asProvided, type ModelOptions } from "#lib/chat/model-connection.ts";
import type { ListedModel } from "#lib/models/providers/provider.ts";
import { providers } from "#lib/models/providers/providers.ts";

/** What a person sets of a model; the rest is its provider's. */
export type SetModel = { id: string; isShown: boolean; options: ModelOptions };

/** A longer list is hidden at first, and its person chooses what is shown. */
const fewModels = 8;

/** A long list begins with the model that its provider's name stands for here, or the first. */
export function firstModels(provider: AccountProvider, listed: ListedModel[]): AccountModel[] {
  const usual = providers[provider].usualModel;
  const isThere = listed.some(({ id }) => id === usual);
  const isFirst = (id: string, index: number) => (isThere ? id === usual : index === 0);
  return listed.map((model, index) => ({
    ...model,
    isShown: listed.length <= fewModels || isFirst(model.id, index),
    options: asProvided,
  }));
}

/** What is set, and after a new listing the models of that; one that was set is kept. */
export function mergeModels(
  models: AccountModel[],
  { set, listed }: { set: SetModel[]; listed: ListedModel[] | null },
): AccountModel[] {
  const known = new Map(models.map((model) => [model.id, model]));
  const all: AccountModel[] =
    listed?.map((model) => ({ isShown: false, options: asProvided, ...known.get(model.id), ...model })) ?? models;
  const changes = new Map(set.map(({ id, ...change }) => [id, change]));
  return all.map((model) => ({ ...model, ...changes.get(model.id) }));
}
