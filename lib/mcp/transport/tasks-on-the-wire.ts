import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isJsonObject, type JsonObject } from "#lib/untrusted/json.ts";

/** The name of the extension (SEP-2663). */
const tasksExtension = "io.modelcontextprotocol/tasks";
/** The same of apps (SEP-1865), and what a server is told of them. */
const appsExtension = "io.modelcontextprotocol/ui";

/** The extensions that a server is told of. */
export function extensionsFor(showsApps: boolean): Record<string, JsonObject> {
  const apps = { [appsExtension]: { mimeTypes: ["text/html;profile=mcp-app"] } };
  return { [tasksExtension]: {}, ...(showsApps ? apps : {}) };
}

/**
 * The SDK knows some of these methods as those of 2025-11-25 and sends them to no newer server. They get names of ours,
 * and their own as they leave.
 */
const ours = "countersign/";
export const taskMethods = { get: `${ours}tasks/get`, update: `${ours}tasks/update`, cancel: `${ours}tasks/cancel` };

/** The key under which a task stands in a result, which the SDK takes for a finished one. */
const taskKey = "countersign/task";

/** A message as it leaves: methods of tasks under their own names. An older server hears nothing of extensions. */
export function leaving(message: JSONRPCMessage): JSONRPCMessage {
  if (!("method" in message)) return message;
  if (message.method.startsWith(ours)) return { ...message, method: message.method.slice(ours.length) };
  const capabilities = message.method === "initialize" ? message.params?.["capabilities"] : undefined;
  if (!isJsonObject(capabilities)) return message;
  const { extensions, ...known } = capabilities;
  // But for apps, which are older than the newer era.
  const { [appsExtension]: apps } = isJsonObject(extensions) ? extensions : {};
  const kept = apps === undefined ? known : { ...known, extensions: { [appsExtension]: apps } };
  return { ...message, params: { ...message.params, capabilities: kept } };
}

/** Puts a task that a newer server began where the SDK passes it on: it refuses a result of this kind. */
export function mendTask(message: JSONRPCMessage, era: "modern" | "legacy" | undefined): void {
  if (!("result" in message)) return;
  const { _meta, resultType, ...task } = message.result as JsonObject;
  if (isJsonObject(_meta)) delete _meta[taskKey];
  if (resultType === "task" && era === "modern")
    message.result = { resultType: "complete", content: [], _meta: { [taskKey]: task } };
}

/** The task that a server began instead of a result; null where it did not. */
export function taskIn(result: unknown): unknown {
  const meta = isJsonObject(result) ? result["_meta"] : null;
  return isJsonObject(meta) && Object.hasOwn(meta, taskKey) ? meta[taskKey] : null;
}
