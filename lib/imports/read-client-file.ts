import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import { plainJson } from "#lib/untrusted/plain-json.ts";
import { parseStrictJson } from "#lib/untrusted/strict-json.ts";
import { withLineAndColumn } from "#lib/untrusted/with-line-and-column.ts";
import { inputsOf } from "./asked-values.ts";
import type { FoundServer } from "./found-server.ts";
import { translateServer } from "./translate-server.ts";

export const maxClientFileBytes = 1024 * 1024;
export const maxClientServers = 100;

type Read = { servers: FoundServer[]; /** How many more the file has. */ more: number } | { problem: string };

/**
 * The servers of a file of Claude Desktop, Claude Code, Cursor, VS Code, Windsurf, Gemini CLI and other apps, in its
 * order. Reads nothing but the text. `problem` is a sentence. Never throws.
 */
export function readClientFile(text: string): Read {
  // What people copy from a page is often only the inner part.
  const whole = /^\s*"/.test(text) ? `{${text}}` : text;
  const json = parseStrictJson(plainJson(whole), maxClientFileBytes);
  if ("problem" in json)
    return { problem: `This is not the JSON of a settings file: ${withLineAndColumn(json.problem, text)}.` };
  const places = isJsonObject(json.value) ? placesIn(json.value) : [];
  const all = places.flatMap(({ servers, ...place }) =>
    Object.entries(servers).map(([name, written]) => ({ ...place, name, written })),
  );
  if (all.length === 0) return { problem: "No servers were found. They stand under mcpServers, servers or mcp." };
  const taken = new Set<string>();
  const servers = all.slice(0, maxClientServers).map(({ written, name, place, inputs, off }) => {
    const server = translateServer(written, { name, place, inputs, isOff: off.has(name) });
    return { ...server, id: freeId(server.id, taken) };
  });
  return { servers, more: all.length - servers.length };
}

type Place = { servers: JsonObject; place: string; inputs: ReturnType<typeof inputsOf>; off: ReadonlySet<string> };

function placesIn(file: JsonObject): Place[] {
  const { mcpServers, servers, mcp, projects, context_servers: zed, inputs } = file;
  const ofMcp = isJsonObject(mcp) ? mcp : {};
  const off = new Set([...namesIn(file["disabledMcpServers"]), ...namesIn(ofMcp["excluded"])]);
  const place = (found: JsonValue | undefined, where = "", more: Partial<Place> = {}): Place[] =>
    isJsonObject(found) ? [{ servers: found, place: where, inputs: inputsOf(inputs), off, ...more }] : [];
  const known = [
    ...place(mcpServers),
    ...place(servers),
    ...place(zed),
    ...place(ofMcp["servers"], "", { inputs: inputsOf(ofMcp["inputs"]) }),
    ...place(onlyServers(ofMcp)),
    ...Object.entries(isJsonObject(projects) ? projects : {}).flatMap(([folder, project]) => {
      if (!isJsonObject(project)) return [];
      const offHere = new Set([
        ...namesIn(project["disabledMcpServers"]),
        ...namesIn(project["disabledMcpjsonServers"]),
      ]);
      return place(project["mcpServers"], folder, { off: offHere });
    }),
  ];
  return known.some((each) => Object.keys(each.servers).length > 0) ? known : place(onlyServers(file));
}

/** Those of an object's values that are servers; beside them stand settings. */
function onlyServers(object: JsonObject): JsonObject {
  const keys = ["command", "url", "httpUrl", "serverUrl"];
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => isJsonObject(value) && keys.some((key) => key in value)),
  );
}

function namesIn(list: JsonValue | undefined): string[] {
  return Array.isArray(list) ? list.filter((name) => typeof name === "string") : [];
}

function freeId(id: string, taken: Set<string>): string {
  let free = id;
  for (let more = 2; taken.has(free); more += 1) free = `${id.slice(0, 36)}-${more}`;
  taken.add(free);
  return free;
}
