import type { PreviewSetting } from "#lib/approvals/preview/preview-setting.ts";
import { isJsonObject } from "#lib/untrusted/json.ts";
import type { Tool, ToolCatalogue } from "#lib/gate/contract/tool.ts";

/**
 * Tools that write files under these names, with these arguments and no others, have a preview without a setting: one more
 * argument could mean that they do something else with the text.
 */
const writers = new Map([
  ["write_file", { content: "content", type: "string", others: [] as string[] }],
  ["edit_file", { content: "edits", type: "array", others: ["dryRun"] }],
]);
const readers = ["read_text_file", "read_file"];

/** What the owner named as preview of a tool, or what it comes with; null for none. */
export function previewSettingOf(catalogue: Pick<ToolCatalogue, "tools">, tool: Tool): PreviewSetting | null {
  if (tool.preview != null) return tool.preview.kind === "none" ? null : tool.preview;
  const writer = writers.get(tool.name);
  if (writer === undefined || typeOf(tool, "path") !== "string" || typeOf(tool, writer.content) !== writer.type)
    return null;
  const known = ["path", writer.content, ...writer.others];
  if (!Object.keys(tool.inputSchema["properties"] ?? {}).every((name) => known.includes(name))) return null;
  const read = readers.find((name) => toolBeside(catalogue, tool, name)?.annotations.readOnlyHint === true);
  return read === undefined ? null : { kind: "file", read, path: "path", content: writer.content, bind: true };
}

/** A tool of the same server, by its name. */
export function toolBeside({ tools }: Pick<ToolCatalogue, "tools">, { server }: Tool, name: string): Tool | undefined {
  for (const tool of tools().values()) if (tool.server.id === server.id && tool.name === name) return tool;
  return undefined;
}

function typeOf({ inputSchema: { properties } }: Tool, name: string): unknown {
  const schema = isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return isJsonObject(schema) ? schema["type"] : undefined;
}
