import type { InputRequiredResult } from "@modelcontextprotocol/client";
import type { Mask } from "#lib/audit/mask.ts";
import { isJsonObject } from "#lib/untrusted/json.ts";
import type { ElicitationRequest } from "#lib/gate/contract/tool.ts";
import { readElicitation } from "#lib/mcp/connection/read-elicitation.ts";

const maxQuestions = 20;
const maxIdLength = 1_000;
/** A key that could reach an object's prototype in less careful code (THREATS E7: special property names). */
const poisonedKeys = new Set(["__proto__", "constructor", "prototype"]);

/**
 * The questions of an `input_required` result, by the server's own keys; the next round must answer every one.
 * `problem` when one of them is of a kind that we did not declare.
 */
export function readQuestions(
  inputRequests: InputRequiredResult["inputRequests"],
  mask: Mask,
): { questions: Record<string, ElicitationRequest> } | { problem: string } {
  const entries = Object.entries(inputRequests ?? {});
  if (entries.length > maxQuestions) return { problem: `asked ${entries.length} questions at once` };
  const questions: [string, ElicitationRequest][] = [];
  for (const [key, asked] of entries) {
    // The SDK passes these on unchecked.
    const request: unknown = asked;
    if (poisonedKeys.has(key) || !isStorable(key) || !isJsonObject(request))
      return { problem: "asked in a form that MCP does not know" };
    const { method, params } = request;
    if (method !== "elicitation/create")
      return { problem: `asked for ${typeof method === "string" ? mask.head(method, 60) : "something"}` };
    const question = readElicitation(params, mask);
    if (question === null) return { problem: "asked a question in a form that MCP does not know" };
    questions.push([key, question]);
  }
  return { questions: Object.fromEntries(questions) };
}

/** The links in the data of error -32042, by position; null when there are none, or not only links. */
export function readLinks(data: unknown, mask: Mask): Record<string, ElicitationRequest> | null {
  const listed = isJsonObject(data) ? data["elicitations"] : null;
  if (!Array.isArray(listed) || listed.length === 0 || listed.length > maxQuestions) return null;
  const links: [string, ElicitationRequest][] = [];
  for (const [index, params] of listed.entries()) {
    const link = readElicitation(params, mask);
    if (link?.mode !== "url") return null;
    links.push([String(index), link]);
  }
  return Object.fromEntries(links);
}

/** The server's ids of these links, each once; null where one has none. */
export function readPageIds(data: unknown): string[] | null {
  const listed = isJsonObject(data) && Array.isArray(data["elicitations"]) ? data["elicitations"] : [];
  const ids = listed.map((params) => (isJsonObject(params) ? params["elicitationId"] : null));
  const isId = (id: unknown) => typeof id === "string" && id !== "" && id.length <= maxIdLength;
  const known = ids.filter((id): id is string => isId(id));
  return known.length === ids.length ? [...new Set(known)] : null;
}

/** The key goes back to the server with the answer, so the store must not change it. */
function isStorable(key: string): boolean {
  return key.isWellFormed() && !key.includes("\0") && key.length <= 1_000;
}
