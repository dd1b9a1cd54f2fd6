import type { CallToolResult } from "@modelcontextprotocol/server";

/** A tool's answer in words for the model, with a status that a program can read. */
export function done(text: string, details: Record<string, unknown> = {}): CallToolResult {
  return { content: [{ type: "text", text }], structuredContent: { status: "done", ...details } };
}

/** `rejected`: a person said no or nobody could be asked; `failed`: it was tried or could not be done. */
export function notDone(
  status: "rejected" | "failed",
  text: string,
  details: Record<string, unknown> = {},
): CallToolResult {
  return { content: [{ type: "text", text }], structuredContent: { status, ...details }, isError: true };
}
