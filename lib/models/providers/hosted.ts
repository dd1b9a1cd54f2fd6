import type { LanguageModelV4 } from "@ai-sdk/provider";
import { baseUrlProblem } from "./base-url-problem.ts";
import { bounded, SaidTooMuch } from "#lib/models/bounded.ts";
import { keyProblem } from "./key-problem.ts";
import { lazyModel } from "#lib/models/lazy-model.ts";
import { heeded } from "#lib/models/heeded.ts";
import type { AccountGiven, Listing, Problem, Provider, Variables } from "./provider.ts";
import { valueOf, viaProxyBy } from "./value-of.ts";

/** An account at a provider that has one address. `baseUrl` is without a trailing slash. */
export type HostedSettings = { apiKey: string; baseUrl: string; viaProxy: boolean };

/** JSON values of one event of an answer. Most events are small; those with calls are larger. */
const mostValues = 10_000;

type Hosted = {
  /** As it stands before the colon in `MODEL`. */
  name: string;
  /** As people call it. */
  title: string;
  /** The variables of its key and of its address. */
  keyVariable: string;
  urlVariable: string;
  baseUrl: string;
  defaultModel: string;
  load: (given: HostedSettings & { modelId: string; fetch: typeof globalThis.fetch }) => Promise<LanguageModelV4>;
  listing: Pick<Listing<HostedSettings>, "request" | "read">;
  /** Its library turns the steps of paths into values. */
  readsPaths?: boolean;
};

/** Of one step: a library asks again while an answer says that more is to come. Retries after errors count too. */
const mostRequests = 20;

/** Requests of one step of a model share its signal. */
function fewForOne(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  const counts = new WeakMap<AbortSignal, number>();
  return async (input, init) => {
    const { signal } = init ?? {};
    const count = signal ? (counts.get(signal) ?? 0) + 1 : 1;
    if (signal) counts.set(signal, count);
    if (count > mostRequests) throw new SaidTooMuch();
    return fetch(input, init);
  };
}

/** A provider with one address of its own and a key: all that differs between such providers is `hosted`'s argument. */
export function hosted(of: Hosted): Provider<HostedSettings> {
  const settingsOf = ({ apiKey, baseUrl: url, viaProxy }: AccountGiven, names: { key: string; url: string }) => {
    if (apiKey === null) return { problem: `${names.key} is not set.` } satisfies Problem;
    const baseUrl = url ?? of.baseUrl;
    const wrong = keyProblem(names.key, apiKey) ?? baseUrlProblem(names.url, baseUrl);
    return wrong ?? { settings: { apiKey, baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ""), viaProxy } };
  };
  const readSettings = (variables: Variables) => {
    const names = { key: of.keyVariable, url: of.urlVariable };
    const [apiKey, baseUrl] = [valueOf(variables, of.keyVariable), valueOf(variables, of.urlVariable)];
    return settingsOf({ apiKey, baseUrl, viaProxy: viaProxyBy(variables) }, names);
  };
  return {
    demo: false,
    usualModel: of.defaultModel,
    readSettings,
    defaultEntry: (variables) => (valueOf(variables, of.keyVariable) === null ? null : { modelId: of.defaultModel }),
    checkModelId: (modelId) =>
      modelId === "" ? { problem: `names no model. Write ${of.name}:${of.defaultModel}, for example.` } : null,
    label: ({ baseUrl }, modelId) => `${modelId} (${baseUrl === of.baseUrl ? of.title : new URL(baseUrl).host})`,
    languageModel: (settings, modelId) => {
      const fetch = fewForOne(bounded(heeded(settings), mostValues, of));
      const load = () => of.load({ ...settings, modelId, fetch });
      return lazyModel({ provider: of.name, modelId }, load);
    },
    secrets: ({ apiKey }) => [apiKey],
    listing: {
      ...of.listing,
      settingsOf: (given) => settingsOf(given, { key: "The key", url: "The address" }),
    },
  };
}
