import type { AccountProvider } from "#lib/chat/model-connection.ts";

/** Names for an account, the plainest first: `openai`, `openai-2`, or the host of its own address. */
export function* connectionIdOf(account: { provider: AccountProvider; address: string | null }): Generator<string> {
  const name = account.address === null ? account.provider : slugOf(new URL(account.address).host);
  yield name;
  for (let number = 2; number <= 99; number += 1) yield `${name}-${number}`;
}

function slugOf(host: string): string {
  return host.replaceAll(/[^a-z0-9]/g, "-").slice(0, 60) || "server";
}
