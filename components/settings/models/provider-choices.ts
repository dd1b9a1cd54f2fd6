import type { AccountProvider } from "#lib/chat/model-connection.ts";

/** What can be connected, as people know it. `asksAddress`: its address differs from place to place. */
export type ProviderChoice = {
  name: string;
  provider: AccountProvider;
  /** null: the provider's own. */
  address: string | null;
  asksAddress: boolean;
  needsKey: boolean;
  /** Where a key is made; null where there is none. */
  keysAt: string | null;
};

export const providerChoices: readonly ProviderChoice[] = [
  choice("OpenAI", "openai", "https://platform.openai.com/api-keys"),
  choice("Anthropic", "anthropic", "https://console.anthropic.com/settings/keys"),
  choice("Google", "google", "https://aistudio.google.com/apikey"),
  {
    ...choice("OpenRouter", "openai", "https://openrouter.ai/settings/keys"),
    address: "https://openrouter.ai/api/v1",
  },
  {
    ...choice("Another server", "openai", null),
    address: "http://127.0.0.1:11434/v1",
    asksAddress: true,
    needsKey: false,
  },
];

function choice(name: string, provider: AccountProvider, keysAt: string | null): ProviderChoice {
  return { name, provider, address: null, asksAddress: false, needsKey: true, keysAt };
}

/** The name of an account's provider: that of its choice, or its host. */
export function providerNameOf({ provider, host }: { provider: AccountProvider; host: string }): string {
  const known = providerChoices.find(({ address }) => address !== null && URL.parse(address)?.host === host);
  if (known !== undefined && !known.asksAddress) return known.name;
  const own = providerChoices.find((one) => one.provider === provider && one.address === null);
  return own !== undefined && ownHosts.has(host) ? own.name : host;
}

const ownHosts = new Set(["api.openai.com", "api.anthropic.com", "generativelanguage.googleapis.com"]);
