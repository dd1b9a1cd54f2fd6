import type { CallToolResult } from "@modelcontextprotocol/server";
import type { StoredResult } from "#lib/gate/contract/stored-result.ts";

/** Why a client gets no result, for programs. */
type Status = "not-run" | "unknown" | "waiting" | "handed-over" | "unknown-call";

/** What a client gets of an ended call: a server's own result unchanged, everything else as an error in words. */
export function toolAnswer(stored: StoredResult): CallToolResult {
  if (stored.kind !== "result") return noResult(stored.text, stored.kind === "unknown" ? "unknown" : "not-run");
  const { content, structuredContent, isError } = stored.result;
  const remark = stored.remark === null ? [] : [{ type: "text" as const, text: stored.remark }];
  return {
    // As the server sent it; the gate has bounded its size.
    content: [...remark, ...content] as CallToolResult["content"],
    ...(structuredContent === null ? {} : { structuredContent }),
    ...(isError ? { isError } : {}),
  };
}

export function noResult(text: string, status: Status): CallToolResult {
  // Not as structured content: clients hold that against the schema of the tool.
  return { content: [{ type: "text", text }], _meta: { "countersign/status": status }, isError: true };
}
