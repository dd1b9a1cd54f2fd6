import { createHash } from "node:crypto";

/** OpenAI refuses longer tool names. */
const maxLength = 64;

/**
 * A tool's name for models: `workspace__run_command`. No two pairs of server and tool share one (THREATS E3: duplicate
 * names). Characters outside A–Z, a–z, 0–9, `_` and `-`, and underscores that would look like the separator, are
 * escaped as `-x<hex>-`; a name that would be too long is cut and ends in a hash of the pair.
 */
export function wireName(serverId: string, toolName: string): string {
  const server = escaped(serverId);
  const tool = escaped(toolName);
  const name = `${server}__${tool}`;
  return name.length <= maxLength ? name : shortened(server, tool, hashOf(serverId, toolName));
}

const scheme = "countersign://";

/**
 * A server's resource, or a template of such: `countersign://files/file:///notes/{name}`. What the server calls it stands
 * there unchanged, so that templates expand as the server means them.
 */
export function wireUri(serverId: string, uri: string): string {
  return `${scheme}${escaped(serverId)}/${uri}`;
}

/** What the server calls it; null where the address is not one of this server's. */
export function uriOf(serverId: string, wired: string): string | null {
  const prefix = wireUri(serverId, "");
  return wired.startsWith(prefix) ? wired.slice(prefix.length) : null;
}

/** Contains no `__` and neither begins nor ends with `_`, so that the first `__` of a name is always the separator. */
function escaped(text: string): string {
  let result = "";
  for (let at = 0; at < text.length; at += 1)
    result += isPlain(text, at) ? text[at] : `-x${text.charCodeAt(at).toString(16)}-`;
  return result;
}

function isPlain(text: string, at: number): boolean {
  const character = text.charAt(at);
  if (/[A-Za-z0-9]/.test(character)) return true;
  // A dash before an x would look like the start of an escape.
  if (character === "-") return text[at + 1] !== "x";
  return character === "_" && at > 0 && at < text.length - 1 && text[at - 1] !== "_";
}

/** Two separators: only shortened names have them. */
function shortened(server: string, tool: string, hash: string): string {
  return `${head(server, 16)}__${head(tool, 24)}__${hash}`;
}

function head(text: string, length: number): string {
  return text.slice(0, length).replace(/_$/, "");
}

/** 80 bits, so that no server can find a name that collides with another server's. */
function hashOf(serverId: string, toolName: string): string {
  return createHash("sha256")
    .update(JSON.stringify([serverId, toolName]))
    .digest("hex")
    .slice(0, 20);
}
