import { isJsonObject, type JsonObject } from "#lib/untrusted/json.ts";
import { shownText } from "#lib/mcp/definitions/strip-hidden.ts";

/** The state of a task, as its server says it (SEP-2663). */
export type ReadTask = {
  id: string;
  status: "working" | "input_required" | "completed" | "failed" | "cancelled";
  /** The server's words, without hidden characters; null where it says none. */
  message: string | null;
  /** How long it wants us to wait before we ask again, ms; null where it does not say. */
  pollMs: number | null;
  /** Of one that is completed; null where it is not, or has none. */
  result: JsonObject | null;
  error: JsonObject | null;
  inputRequests: JsonObject;
};

/** It stands in a header, and in the store. */
const longestId = 1_000;
const longestMessage = 500;
const statuses = ["working", "input_required", "completed", "failed", "cancelled"] as const;

/** null for what is no task. */
export function readTask(said: unknown): ReadTask | null {
  if (!isJsonObject(said)) return null;
  const { taskId: id, statusMessage, pollIntervalMs, result, error, inputRequests } = said;
  const status = statuses.find((each) => each === said["status"]);
  if (typeof id !== "string" || !isTaskId(id) || status === undefined) return null;
  const message = typeof statusMessage === "string" ? shownText(statusMessage, longestMessage).trim() : "";
  return {
    id,
    status,
    message: message === "" ? null : message,
    pollMs: typeof pollIntervalMs === "number" && pollIntervalMs >= 0 ? pollIntervalMs : null,
    result: isJsonObject(result) ? result : null,
    error: isJsonObject(error) ? error : null,
    inputRequests: isJsonObject(inputRequests) ? inputRequests : {},
  };
}

function isTaskId(id: string): boolean {
  // eslint-disable-next-line no-control-regex -- what no header and no store takes
  return id !== "" && id.length <= longestId && id.isWellFormed() && !/[\u0000-\u001f\u007f]/.test(id);
}
