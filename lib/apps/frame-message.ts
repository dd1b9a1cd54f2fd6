import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import { refuseUnsafeJson } from "#lib/untrusted/refuse-unsafe-json.ts";

/** What an app says to the page. Whatever has an `id` waits for an answer. */
export type FrameMessage =
  | { kind: "initialize"; id: Id }
  | { kind: "initialized" }
  | { kind: "ping"; id: Id }
  | { kind: "size"; height: number }
  | { kind: "call"; id: Id; name: string; arguments: JsonObject }
  | { kind: "read"; id: Id; uri: string }
  | { kind: "link"; id: Id; url: string }
  | { kind: "message"; id: Id; text: string }
  | { kind: "display-mode"; id: Id }
  /** A request that is not known, or not in the right form. */
  | { kind: "refused"; id: Id; code: -32_601 | -32_602; why: string }
  /** Nothing is done with it. */
  | { kind: "ignored" }
  /** Larger than what is taken, or nothing that JSON can say: looking at it is work of the page. */
  | { kind: "unreadable" };

export type Id = string | number;

const mostBytes = 256 * 1024;
const longestName = 200;
const longestAddress = 4_000;
const longestText = 4_000;

/** Reads a message of a frame, which anybody may have written; null for what is no JSON-RPC. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  const said = plain(data);
  if (said === undefined) return { kind: "unreadable" };
  if (!isJsonObject(said)) return null;
  const { jsonrpc, id, method, params } = said;
  if (jsonrpc !== "2.0" || typeof method !== "string" || method.length > longestName) return null;
  const given = isJsonObject(params) ? params : {};
  if (id === undefined) return notification(method, given);
  if (typeof id !== "number" && (typeof id !== "string" || id.length > longestName)) return null;
  return request(id, method, given);
}

/** What was sent, as JSON: libraries send members that are undefined along. */
function plain(data: unknown): JsonValue | undefined {
  try {
    const checked = refuseUnsafeJson(withoutUndefined(data ?? null, { left: mostBytes }), mostBytes);
    return "value" in checked ? checked.value : undefined;
  } catch {
    // It is too large, too deep, or runs in circles.
    return undefined;
  }
}

/**
 * A copy that ends as soon as it is too large: a frame can send in one message what no page has the time to write down,
 * such as a list that holds one list twice, and so on, or the bytes of a file.
 */
function withoutUndefined(value: unknown, budget: { left: number }): unknown {
  budget.left -= 1 + (typeof value === "string" || Array.isArray(value) ? value.length : 0);
  if (budget.left < 0) throw new Error("It is too large.");
  if (typeof value === "number" && !Number.isFinite(value)) return null;
  if (Array.isArray(value)) return Array.from(value, (item) => withoutUndefined(item, budget) ?? null);
  // What else is no plain object is refused as it is.
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const members: [string, unknown][] = [];
  for (const key in value) {
    const { [key]: member } = value as Record<string, unknown>;
    budget.left -= key.length;
    if (member !== undefined) members.push([key, withoutUndefined(member, budget)]);
  }
  return Object.fromEntries(members);
}

function notification(method: string, { height }: JsonObject): FrameMessage {
  if (method === "ui/notifications/initialized") return { kind: "initialized" };
  if (method === "ui/notifications/size-changed" && typeof height === "number" && Number.isFinite(height))
    return { kind: "size", height };
  return { kind: "ignored" };
}

function request(id: Id, method: string, params: JsonObject): FrameMessage {
  const wrong: FrameMessage = { kind: "refused", id, code: -32_602, why: "It is not in the form of this request." };
  switch (method) {
    case "ui/initialize":
      return { kind: "initialize", id };
    case "ping":
      return { kind: "ping", id };
    case "ui/request-display-mode":
      return { kind: "display-mode", id };
    case "tools/call": {
      const { name, arguments: args = {} } = params;
      return isText(name, longestName) && isJsonObject(args) ? { kind: "call", id, name, arguments: args } : wrong;
    }
    case "resources/read": {
      const { uri } = params;
      return isText(uri, longestAddress) ? { kind: "read", id, uri } : wrong;
    }
    case "ui/open-link": {
      const { url } = params;
      return isText(url, longestAddress) ? { kind: "link", id, url } : wrong;
    }
    case "ui/message": {
      const text = textOf(params["content"]);
      return params["role"] === "user" && isText(text, longestText) ? { kind: "message", id, text } : wrong;
    }
    default:
      return { kind: "refused", id, code: -32_601, why: "Countersign does not do this." };
  }
}

function isText(value: JsonValue | undefined, most: number): value is string {
  return typeof value === "string" && value !== "" && value.length <= most;
}

/** Words alone: an app says nothing in pictures. */
function textOf(content: JsonValue | undefined): string {
  if (!Array.isArray(content)) return "";
  return content
    .map((block) => (isJsonObject(block) && block["type"] === "text" ? block["text"] : null))
    .filter((text) => typeof text === "string")
    .join("\n");
}
