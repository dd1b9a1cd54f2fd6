import { z } from "zod";

/** Providers whose accounts can be connected in the app. `openai` with an address of its own: any server with its API. */
export const accountProviders = ["openai", "anthropic", "google"] as const;
export type AccountProvider = (typeof accountProviders)[number];

export const reasoningEfforts = ["none", "minimal", "low", "medium", "high"] as const;

/** How a model is asked; null: as its provider does by itself. */
export const modelOptions = z.strictObject({
  reasoning: z.enum(reasoningEfforts).nullable(),
  temperature: z.number().min(0).max(2).nullable(),
  maxTokens: z.number().int().min(1).max(1_000_000).nullable(),
  /** How many tokens it reads at once. */
  contextTokens: z.number().int().min(1_000).max(99_999_999).nullable().default(null),
  /** US dollars for a million tokens. */
  price: z
    .strictObject({ read: z.number().min(0).max(10_000), written: z.number().min(0).max(10_000) })
    .nullable()
    .default(null),
});
export type ModelOptions = z.output<typeof modelOptions>;
export const asProvided: ModelOptions = {
  reasoning: null,
  temperature: null,
  maxTokens: null,
  contextTokens: null,
  price: null,
};

/** One model of an account. `isShown`: whether people can choose it. */
export type AccountModel = {
  id: string;
  label: string;
  /** Tokens that it can read at once; null where its provider does not say. */
  contextTokens: number | null;
  isShown: boolean;
  options: ModelOptions;
};

/** An account at a provider as its person sees it, never with its key. Times are Unix ms. */
export type ModelConnection = {
  id: string;
  provider: AccountProvider;
  /** Where requests go. */
  host: string;
  hasKey: boolean;
  /** Whether only its person uses it; otherwise everybody does. */
  isPersonal: boolean;
  /** Why it cannot be used, in words; null when it can. */
  problem: string | null;
  models: AccountModel[];
  createdAt: number;
};

/** The key of a model of a connection, as chats store it. */
export function modelKeyOf(connectionId: string, modelId: string): string {
  return `${connectionId}:${modelId}`;
}
