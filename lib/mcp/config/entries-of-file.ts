import { isJsonObject, type JsonObject } from "#lib/untrusted/json.ts";
import { problemOfName } from "./written-server.ts";

/** One entry as it stands in the file, and why it may not be used as it stands there; null where it may. */
export type FileEntry = { id: string; entry: unknown; problem: string | null };

/** What servers stand under in files of VS Code. */
const misplaced = "servers";
/** Keys that limit no server. Any other that is not known might. */
const harmless = new Set(["mcpServers", "$schema", "inputs", misplaced]);

/**
 * The entries of `mcp.json`, and what of the file itself is not understood. Problems say no file and no server, and have
 * no full stop.
 */
export function entriesOfFile(file: JsonObject): { entries: FileEntry[]; said: string[] } {
  const said = Object.keys(file)
    .filter((key) => key !== "mcpServers" && key !== "$schema" && key !== misplaced)
    .map((key) => `unknown key ${JSON.stringify(key)}; allowed here is mcpServers`);
  const others = Object.keys(file).filter((key) => !harmless.has(key));
  const limits =
    others.length === 0
      ? null
      : `beside it stands the unknown key ${JSON.stringify(others[0])}, which might limit it; remove that key`;
  const { mcpServers, [misplaced]: elsewhere } = file;
  if (!isJsonObject(mcpServers)) {
    const none = mcpServers === undefined ? "is missing" : "must be an object";
    said.push(`key "mcpServers": ${none}; write {"mcpServers": {}} for no servers`);
  }
  const here = entriesOf(mcpServers).map(([id, entry]) => ({ id, entry, problem: limits ?? problemOfName(id) }));
  const known = new Set(here.map(({ id }) => id));
  const there = entriesOf(elsewhere)
    .filter(([id]) => !known.has(id))
    .map(([id, entry]) => ({ id, entry, problem: `stands under "${misplaced}"; move it to "mcpServers"` }));
  return { entries: [...here, ...there], said };
}

function entriesOf(value: unknown): [string, unknown][] {
  return isJsonObject(value) ? Object.entries(value) : [];
}
