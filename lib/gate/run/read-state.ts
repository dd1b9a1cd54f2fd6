import type { PreviewSetting } from "#lib/approvals/preview/preview-setting.ts";
import { stateDigest } from "#lib/approvals/preview/state-digest.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import type { ToolResult } from "#lib/gate/contract/tool.ts";
import { type Beside, readBeside } from "./read-beside.ts";

/** What a preview is computed from, and the digest that names it. */
export type StateRead = {
  toolName: string;
  text: string;
  structured: JsonValue | null;
  isError: boolean;
  digest: string;
};

/** Reads what a preview of the call is computed from. `mail` and `page` read nothing. */
export async function readState(
  gate: Gate,
  beside: Beside,
  { setting, args }: { setting: Extract<PreviewSetting, { kind: "file" | "dry-run" }>; args: JsonObject },
): Promise<StateRead | { problem: string }> {
  const wanted = wantedBy(setting, args);
  if ("problem" in wanted) return wanted;
  const read = await readBeside(gate, beside, wanted);
  if ("problem" in read) return read;
  const { tool, argumentsJson, result } = read;
  const { isError, structuredContent: structured } = result;
  const text = setting.kind === "file" && !isError ? fileIn(result) : textOf(result);
  if (typeof text !== "string") return text;
  const digest = stateDigest({
    tool: tool.name,
    fingerprint: tool.fingerprint,
    argumentsJson,
    isError,
    text: textOf(result),
    structured,
  });
  return { toolName: tool.name, text, structured, isError, digest };
}

function wantedBy(
  setting: Extract<PreviewSetting, { kind: "file" | "dry-run" }>,
  args: JsonObject,
): { name: string; args: JsonObject } | { problem: string } {
  if (setting.kind === "dry-run") return { name: setting.tool, args };
  const path = textIn(args, setting.path);
  if (path === null) return { problem: "The call does not name a file." };
  return { name: setting.read, args: { path } };
}

/** An argument of a call that is a text; null for none. */
export function textIn(args: JsonObject, name: string): string | null {
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  return typeof value === "string" ? value : null;
}

/** The content of a file as its server gives it, in full and as text. */
function fileIn(result: ToolResult): string | { problem: string } {
  const { content, structuredContent, meta, whole } = result;
  if (whole !== undefined) return { problem: "The file is not text." };
  // How our own workspace says that a file is empty, or longer than it reads.
  const facts = meta?.["workspace/file"];
  const { size, shown } = isJsonObject(facts) ? facts : {};
  const last = content.at(-1)?.["text"];
  const isCut = typeof last === "string" && last.startsWith("[Countersign left out of this result:");
  if (isCut || (typeof size === "number" && size !== shown)) return { problem: "The file is too large to compare." };
  if (size === 0) return "";
  const given = isJsonObject(structuredContent) ? structuredContent["content"] : undefined;
  return typeof given === "string" ? given : textOf(result);
}

function textOf({ content }: ToolResult): string {
  return content.flatMap(({ type, text }) => (type === "text" && typeof text === "string" ? [text] : [])).join("\n");
}
