import type { JsonObject } from "#lib/untrusted/json.ts";

/** The arguments of a call as its row or its card holds them: stored by the gate from a checked object. */
export function storedArguments(json: string): JsonObject {
  return JSON.parse(json) as JsonObject;
}
