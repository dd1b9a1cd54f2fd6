import type { CallToolResult } from "@modelcontextprotocol/server";
import type { StoredResult } from "#lib/gate/contract/stored-result.ts";
import type { WholeBlock } from "#lib/gate/contract/tool.ts";
import { handOver, keptBlocks } from "#lib/store/runs/gateway-calls.ts";
import { isJsonObject } from "#lib/untrusted/json.ts";
import { lasting, type Serving } from "./watch-call.ts";

/** Why a client gets no result, for programs. */
type Status = "not-run" | "answered-by-person" | "unknown" | "waiting" | "handed-over" | "unknown-call";

/** The result of an ended call for its client, once. */
export async function answerOnce(serving: Serving, callId: string, result: StoredResult): Promise<CallToolResult> {
  const isAside = result.kind === "result" && result.aside === true;
  // Handing over removes them, also where its reply is lost.
  const kept = isAside ? await lasting(serving, (database) => keptBlocks(database, callId)) : null;
  const isTaken = await lasting(serving, async (database, again) => (await handOver(database, callId)) || again);
  if (!isTaken) return noResult(already, "handed-over");
  return toolAnswer(result, kept === null ? [] : (JSON.parse(kept) as WholeBlock[]));
}

const already = "The result of this call was handed over before. Make the call anew if it is needed again.";

/** What a client gets of an ended call: a server's own result unchanged, everything else as an error in words. */
export function toolAnswer(stored: StoredResult, whole: readonly WholeBlock[]): CallToolResult {
  // An error too where a person answered: as a result, clients hold it against the schema of the tool.
  if (stored.kind === "refusal") return noResult(stored.text, stored.responded ? "answered-by-person" : "not-run");
  if (stored.kind !== "result") return noResult(stored.text, "unknown");
  const { content, structuredContent, isError, meta } = stored.result;
  const remark = stored.remark === null ? [] : [{ type: "text" as const, text: stored.remark }];
  const blocks = [...content];
  for (const { at, block } of whole) blocks[at] = block;
  return {
    // As the server sent it, in a form that MCP knows; its size is bounded.
    content: [...remark, ...blocks] as CallToolResult["content"],
    // Of any kind in the newer era; the SDK wraps what the older one has no room for.
    ...(structuredContent === null ? {} : { structuredContent: structuredContent }),
    ...(isError ? { isError } : {}),
    ...(meta === undefined ? {} : { _meta: meta }),
  } as CallToolResult;
}

export function noResult(text: string, status: Status): CallToolResult {
  // Not as structured content: clients hold that against the schema of the tool.
  return { content: [{ type: "text", text }], _meta: { "countersign/status": status }, isError: true };
}

/** The older era has no room for structured content that is no object: it is wrapped, and said as text where none is. */
export function inOlderEra(answer: CallToolResult): CallToolResult {
  const structured: unknown = answer.structuredContent;
  if (structured === undefined || isJsonObject(structured)) return answer;
  const isSaid = answer.content.some(({ type }) => type === "text");
  const said = isSaid ? [] : [{ type: "text" as const, text: JSON.stringify(structured) }];
  return { ...answer, content: [...answer.content, ...said], structuredContent: { result: structured } };
}
