import type { ModelRequest } from "./model-script.ts";

type Item = Record<string, unknown>;

/** Reads a request of either API into what tests ask about. */
export function readModelRequest(api: ModelRequest["api"], authorization: string | null, body: unknown): ModelRequest {
  const values = objectOf(body);
  const items = listOf(values[api === "chat" ? "messages" : "input"]);
  const users = items.filter(({ role }) => role === "user");
  const last = items.at(-1);
  return {
    api,
    model: String(values["model"]),
    authorization,
    after: last !== undefined && isToolResult(last) ? "tool" : "user",
    user: textOf(users.at(-1)?.["content"]),
    tools: listOf(values["tools"]).map((tool) => String(tool["name"] ?? objectOf(tool["function"])["name"])),
    toolResults: items.filter(isToolResult).map((item) => ({
      id: String(item["tool_call_id"] ?? item["call_id"]),
      text: textOf(item["content"] ?? item["output"]),
    })),
    body: values,
  };
}

function isToolResult(item: Item): boolean {
  return item["role"] === "tool" || item["type"] === "function_call_output";
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return listOf(content)
    .map(({ text }) => (typeof text === "string" ? text : ""))
    .join("");
}

function listOf(value: unknown): Item[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

function objectOf(value: unknown): Item {
  // A request body is whatever the client sent; what is not an object reads as an empty one.
  return typeof value === "object" && value !== null ? (value as Item) : {};
}
