import type { ModelConnectionRow } from "#lib/store/schema/model-tables.ts";

/** What the key of an account is sealed about: it opens for no other account, and not once the address is another. */
export function aboutModelKey({
  id,
  provider,
  base_url,
}: Pick<ModelConnectionRow, "id" | "provider" | "base_url">): string {
  return JSON.stringify(["model", id, provider, base_url]);
}
