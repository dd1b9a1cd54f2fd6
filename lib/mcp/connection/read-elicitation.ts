import type { Mask } from "#lib/audit/mask.ts";
import { isJsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import type { ElicitationRequest } from "#lib/gate/contract/tool.ts";

const maxMessageLength = 16_000;
/** A longer link cannot be reviewed. */
const maxUrlLength = 2_000;
/** Twice what a form may have, in characters of JSON: to look for secrets in more is work for nothing. */
const maxSchemaLength = 128 * 1024;

/**
 * Reads the params of an `elicitation/create` of either protocol; null when they are invalid, or the link or the form is too long.
 * A question without a mode is a form. The schema stays unparsed: the SDK's reader silently drops constraints and
 * refuses forms that a person could answer. It is without the server's secrets; a link that holds one leads nowhere then,
 * which is better than to show it.
 */
export function readElicitation(params: unknown, mask: Mask): ElicitationRequest | null {
  if (!isJsonObject(params)) return null;
  const mode = params["mode"] ?? "form";
  const { message: sent, requestedSchema, url } = params;
  if (typeof sent !== "string" || (mode !== "form" && mode !== "url")) return null;
  if (mode === "url" && (typeof url !== "string" || url.length > maxUrlLength)) return null;
  if (JSON.stringify(requestedSchema ?? null).length > maxSchemaLength) return null;
  const message = mask.head(sent, maxMessageLength + 1);
  return {
    mode,
    message: message.length <= maxMessageLength ? message : `${message.slice(0, maxMessageLength).toWellFormed()}…`,
    // It came as JSON.
    requestedSchema: mask.json((requestedSchema ?? null) as JsonValue),
    url: typeof url === "string" ? mask.text(url) : null,
  };
}
