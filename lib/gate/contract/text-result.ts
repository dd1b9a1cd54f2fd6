import type { ToolResult } from "./tool.ts";

/** A result of one text: what our own tools say, and what we say in a tool's place. */
export function textResult(text: string, isError: boolean): ToolResult {
  return { content: [{ type: "text", text }], structuredContent: null, isError };
}
