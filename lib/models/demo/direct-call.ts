import { isJsonObject, type JsonObject } from "#lib/untrusted/json.ts";
import type { Wish } from "./wish.ts";
import { code } from "./help-text.ts";

const head = /^\s*(?:(?:please|call|run|use|now)\s+)*`?(?<tool>[A-Za-z][\w-]*)`?\s*(?=\{)/;
const separator = /^\s*(?:,|;)?\s*(?:and then|then|and)?\s*/;

/**
 * Parses `tool_name {json}`, also several joined by "and then". Null when the text is no direct call; invalid JSON is
 * `unclear`, and nothing is called.
 */
export function parseDirectCalls(text: string): { wishes: Wish[] } | { unclear: string } | null {
  if (!head.test(text)) return null;
  const wishes: Wish[] = [];
  let rest = text;
  while (rest.trim() !== "") {
    const match = head.exec(rest);
    const tool = match?.groups?.["tool"];
    if (!match || tool === undefined) return { unclear: rest.trim() };
    rest = rest.slice(match[0].length);
    const json = rest.slice(0, endOfObject(rest));
    const input = parse(json);
    if (input === null) return { unclear: `${tool} ${json.trim()}` };
    wishes.push({
      tool,
      input,
      intent: `call ${code(tool)}`,
      done: `${code(tool)} answered:`,
      proof: null,
      shows: true,
    });
    rest = rest
      .slice(json.length)
      .replace(/^\s*`?[.!]?/, "")
      .replace(separator, "");
  }
  return { wishes };
}

/** The index after the brace that closes the first one, or the length when it never closes. */
function endOfObject(text: string): number {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{") depth += 1;
    else if (character === "}" && --depth === 0) return at + 1;
  }
  return text.length;
}

function parse(json: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(json);
    return isJsonObject(value) ? value : null;
  } catch {
    // Invalid JSON: the caller tells the person.
    return null;
  }
}
