import { createHash } from "node:crypto";
import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import type { Icon } from "#lib/gate/contract/tool.ts";
import type { JsonObject, JsonValue } from "#lib/untrusted/json.ts";

/** A tool's definition as its server sent it, without the secrets that it was given. */
export type Definition = {
  name: string;
  title: string | null;
  description: string | null;
  inputSchema: JsonObject;
  outputSchema: JsonValue;
  annotations: JsonValue;
  /** Those that are safe to list; absent where there are none. */
  icons?: Icon[];
};

/**
 * Hex SHA-256 of a tool's whole definition and of its server's command or URL: another fingerprint is another tool,
 * whatever its name (THREATS E1: changed definitions, E2: changed servers). It is of what a person reviews, and so without
 * the server's secrets: where these change, words that were hidden as one show, and are another definition.
 */
export function fingerprint(definition: Definition, identity: JsonObject): string {
  return createHash("sha256")
    .update(canonicalJson({ ...definition, server: identity }))
    .digest("hex");
}
