import type { JsonValue } from "#lib/untrusted/json.ts";
import { ordersIn } from "#lib/untrusted/orders-in.ts";
import { textsIn } from "#lib/untrusted/texts-in.ts";

/** What a server says of a tool, or of all of them: canonical JSON of ours. */
type Definition = { said: string };

/** Cached: every page of everybody asks, and a definition may have megabytes. */
const known = new WeakMap<Definition, string | null>();

/** The first words of a definition that give the model orders; null where there are none. */
export function orderOf(definition: Definition): string | null {
  let order = known.get(definition);
  if (order === undefined) {
    // Not of the JSON, whose escapes would stand between the words.
    order = ordersIn(textsIn(JSON.parse(definition.said) as JsonValue, true).join(".\n"));
    known.set(definition, order);
  }
  return order;
}
