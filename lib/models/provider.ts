import type { LanguageModelV4 } from "@ai-sdk/provider";

/** Environment variables as they were passed in; nothing in this folder reads `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** One sentence for the person who starts the app: what is wrong, and where. Never contains a key. */
export type Problem = { problem: string };

/** Where models come from. One file per provider, and one line in `providers.ts`. */
export type Provider<Settings> = {
  /** Reads this provider's own variables. Called only when an entry of `MODEL` asks for the provider. */
  readSettings: (variables: Variables) => { settings: Settings } | Problem;
  /** The entry of `MODEL` this provider adds when `MODEL` is empty, null for none. */
  defaultEntry: (variables: Variables) => { modelId: string } | Problem | null;
  /** Refuses the part of an entry after the provider's name; null when it is fine. */
  checkModelId: (modelId: string) => Problem | null;
  label: (settings: Settings, modelId: string) => string;
  /** Must return at once and load its library only when the model is first asked. */
  languageModel: (settings: Settings, modelId: string) => LanguageModelV4;
  /** Values that must never be shown or logged. */
  secrets: (settings: Settings) => string[];
  /** Whether its models are only a demonstration; the page says so. */
  demo: boolean;
};
