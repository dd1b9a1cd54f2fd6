import { isJsonObject } from "#lib/untrusted/json.ts";
import type { ElicitationRequest } from "#lib/gate/contract/tool.ts";

const maxMessageLength = 16_000;
/** A longer one could not be looked at. */
const maxUrlLength = 2_000;

/**
 * The question in the params of an `elicitation/create`, of either era; null when it is none, or a link without end. A question without a
 * mode is a form. The schema stays raw: the SDK's own reader silently drops constraints and refuses forms that a
 * person could answer.
 */
export function readElicitation(params: unknown): ElicitationRequest | null {
  if (!isJsonObject(params)) return null;
  const mode = params["mode"] ?? "form";
  const { message, requestedSchema, url } = params;
  if (typeof message !== "string" || (mode !== "form" && mode !== "url")) return null;
  if (mode === "url" && (typeof url !== "string" || url.length > maxUrlLength)) return null;
  return {
    mode,
    message: message.length <= maxMessageLength ? message : `${message.slice(0, maxMessageLength).toWellFormed()}…`,
    requestedSchema: requestedSchema ?? null,
    url: typeof url === "string" ? url : null,
  };
}
