import type { LanguageModelV4 } from "@ai-sdk/provider";

/** Environment variables as passed in; nothing in this folder reads `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** One sentence for the person who starts the app: what is wrong, and where. Never contains a key. */
export type Problem = { problem: string };

/** What a person says of an account at a provider: a key, an address, or both. */
export type AccountGiven = { apiKey: string | null; baseUrl: string | null; viaProxy: boolean };

/** A model that a provider lists. `contextTokens`: how much it can read, where the provider says so. */
export type ListedModel = { id: string; label: string; contextTokens: number | null };

/** What the app asks of a provider besides answers. */
export type Listing<Settings> = {
  /** The settings that a person's key and address make. */
  settingsOf: (given: AccountGiven) => { settings: Settings } | Problem;
  /** The request that lists the models of an account. */
  request: (settings: Settings) => { url: string; headers: Record<string, string> };
  /** Reads its answer, which may be anything; null when it is no such list. Only models that can chat. */
  read: (answer: unknown) => ListedModel[] | null;
};

/** A provider of models: one file each, and one line in `providers.ts`. */
export type Provider<Settings> = {
  /** Reads this provider's own variables. Called only when an entry of `MODEL` names the provider. */
  readSettings: (variables: Variables) => { settings: Settings } | Problem;
  /** The entry that this provider adds when `MODEL` is empty; null for none. */
  defaultEntry: (variables: Variables) => { modelId: string } | Problem | null;
  /** Checks the part of an entry after the provider's name; null when it is valid. */
  checkModelId: (modelId: string) => Problem | null;
  label: (settings: Settings, modelId: string) => string;
  /** Must return at once; loads its library at the model's first call. */
  languageModel: (settings: Settings, modelId: string) => LanguageModelV4;
  /** Values that must never be shown or logged. */
  secrets: (settings: Settings) => string[];
  /** The id of the model that is meant where none is named. */
  usualModel: string;
  /** Whether its models are only a demonstration; the page says so. */
  demo: boolean;
  /** How an account is connected in the app; null when there is none. */
  listing: Listing<Settings> | null;
};
