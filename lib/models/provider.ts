import type { LanguageModelV4 } from "@ai-sdk/provider";

/** Environment variables as passed in; nothing in this folder reads `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** One sentence for the person who starts the app: what is wrong, and where. Never contains a key. */
export type Problem = { problem: string };

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
  /** Whether its models are only a demonstration; the page says so. */
  demo: boolean;
};
