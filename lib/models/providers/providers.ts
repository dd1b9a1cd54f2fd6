import { demo, type DemoSettings } from "#lib/models/demo/demo.ts";
import { anthropic } from "./anthropic.ts";
import { google } from "./google.ts";
import type { HostedSettings } from "./hosted.ts";
import { openai, type OpenAISettings } from "./openai.ts";
import type { Provider } from "./provider.ts";

/** The settings of every provider, by the name before the colon in `MODEL`. */
export type ProviderSettings = {
  openai: OpenAISettings;
  anthropic: HostedSettings;
  google: HostedSettings;
  demo: DemoSettings;
};
export type ProviderName = keyof ProviderSettings;

/** In the order of preference for a default model. */
export const providers: { [Name in ProviderName]: Provider<ProviderSettings[Name]> } = {
  openai,
  anthropic,
  google,
  demo,
};

export function isProviderName(name: string): name is ProviderName {
  return Object.hasOwn(providers, name);
}
