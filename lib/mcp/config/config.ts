import { createHash } from "node:crypto";
import { isAbsolute, resolve } from "node:path";
import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import { isJsonObject, type JsonObject } from "#lib/untrusted/json.ts";
import { plainJson } from "#lib/untrusted/plain-json.ts";
import { parseStrictJson } from "#lib/untrusted/strict-json.ts";
import { withLineAndColumn } from "#lib/untrusted/with-line-and-column.ts";
import type { PreviewSetting } from "#lib/approvals/preview/preview-setting.ts";
import type { Who } from "#lib/people/who.ts";
import { whoOf } from "#lib/people/written-who.ts";
import type { Exposure } from "#lib/verdict/exposure.ts";
import { riskNamed, type Risk } from "#lib/verdict/risk.ts";
import type { ApprovalFlag } from "#lib/verdict/verdict.ts";
import { maskOf } from "#lib/audit/mask.ts";
import { ConfigError, configErrorSentence } from "./config-error.ts";
import { entriesOfFile } from "./entries-of-file.ts";
import { isEnabled, server as serverShape, type WrittenServer } from "./written-server.ts";
import { expandVariables, type Environment, type Expand } from "./expand-variables.ts";
import { oauthOf, type OauthSettings } from "./oauth-settings.ts";
import { secretsOf } from "./secrets-of.ts";

/** The owner's settings of one tool. `timeoutMs`: how long a question about it stays open. */
export type ToolSettings = {
  approval: ApprovalFlag;
  prompt: string | null;
  /** The argument whose value a person types to approve a call of high risk; null for the tool's name. */
  confirm: string | null;
  timeoutMs: number | null;
  idempotent: boolean;
  /** null: computed from the facts about the tool. */
  risk: Risk | null;
  /** null: the person whose chat it is. */
  who: Who | null;
  /** null: as its server. */
  exposure: Exposure | null;
  /** Absent: as it comes. */
  preview?: PreviewSetting;
};

export type ServerTransport =
  /** `env`: variables that the owner named, beside the inherited ones. */
  | { kind: "stdio"; command: string; args: string[]; env: Record<string, string>; cwd: string }
  | {
      kind: "http";
      /** Speaks HTTP+SSE of revision 2024-11-05 instead of streamable HTTP. */
      isSse: boolean;
      url: string;
      headers: Record<string, string>;
      /** Where in private networks the address may be: anywhere, if the operator's file names it. */
      privately: "anywhere" | readonly string[];
      /** How people sign in, should the server want it; absent where nobody does. */
      oauth?: OauthSettings;
    };

/** One enabled server of `mcp.json`, with all variables expanded. */
export type ServerConfig = {
  /** Its key in `mcpServers`. */
  id: string;
  title: string;
  trusted: boolean;
  /** Where its tools are on offer, unless a tool has a setting of its own. */
  exposure: Exposure;
  /** Its owner switched its apps on in the app; then it is told that they are shown here. */
  apps?: true;
  era: "auto" | "modern" | "legacy";
  /** How long a call may be silent before it is given up; null for the usual time. */
  callTimeoutMs: number | null;
  transport: ServerTransport;
  /** The server's place in words: the URL's origin, or the command as written with its secrets masked. */
  origin: string;
  /**
   * Hex SHA-256 of the values of a program's variables, or of an address's headers and its `oauth`, as written. They may
   * make the same program do anything, or the same address act for somebody else. Empty for an address without them.
   */
  startedWith: string;
  /**
   * Command, folder or URL as written in the file; part of every tool's fingerprint (THREATS E1: changed definitions,
   * E2: changed servers).
   */
  identity: JsonObject;
  tools: ReadonlyMap<string, ToolSettings>;
};

export type McpFile = {
  text: string;
  /** Name of the file, for messages. */
  file: string;
  /** Absolute folder of the file: a server's working directory by default. */
  folder: string;
  environment: Environment;
};

const maxFileBytes = 1024 * 1024;

/** An entry that is not used, as a whole, and why: what is not understood of it might have limited it. */
export type LeftOutServer = { id: string; problem: string };

export type McpConfig = {
  /** The enabled servers in the order of the file. */
  servers: ServerConfig[];
  leftOut: LeftOutServer[];
  /** What of the file itself is not understood, in sentences. */
  said: string[];
};

/**
 * Reads the file. A mistake in an entry leaves out that entry. Throws a `ConfigError` for what is no JSON object: then
 * nobody knows which servers are meant, nor for which names rules were written.
 */
export function readMcpConfig(source: McpFile): McpConfig {
  const { file } = source;
  const json = parseStrictJson(plainJson(source.text), maxFileBytes);
  if ("problem" in json) throw new ConfigError(`${file}: ${withLineAndColumn(json.problem, source.text)}.`);
  if (!isJsonObject(json.value)) throw new ConfigError(`${file}: must be an object with the key "mcpServers".`);
  const { entries, said } = entriesOfFile(json.value);
  const config: McpConfig = { servers: [], leftOut: [], said: said.map((problem) => `${file}: ${problem}.`) };
  for (const { id, entry, problem } of entries) {
    const read = problem === null ? readEntry(id, entry, source) : { problem: `${file}: server "${id}": ${problem}.` };
    if ("problem" in read) config.leftOut.push({ id, problem: read.problem });
    else if (read.server !== null) config.servers.push(read.server);
  }
  return config;
}

/** The enabled servers in the order of the file. Throws a `ConfigError` for the first mistake. */
export function parseMcpConfig(source: McpFile): ServerConfig[] {
  const { servers, leftOut, said } = readMcpConfig(source);
  const problem = said[0] ?? leftOut[0]?.problem;
  if (problem !== undefined) throw new ConfigError(problem);
  return servers;
}

/** Null for one that is switched off. */
function readEntry(id: string, entry: unknown, source: McpFile): { server: ServerConfig | null } | { problem: string } {
  const parsed = serverShape.safeParse(entry);
  if (!parsed.success) return { problem: configErrorSentence(parsed.error, source.file, id) };
  try {
    return { server: isEnabled(parsed.data) ? configOf(id, parsed.data, source) : null };
  } catch (error) {
    if (error instanceof ConfigError) return { problem: error.message };
    throw error;
  }
}

function configOf(id: string, server: WrittenServer, source: McpFile): ServerConfig {
  const refuse = (key: string, problem: string): never => {
    throw new ConfigError(`${source.file}: server "${id}", key "${key}": ${problem}.`);
  };
  const expand = (key: string, text: string): string => {
    const result = expandVariables(text, source.environment);
    return "problem" in result ? refuse(key, result.problem) : result.text;
  };
  const placed =
    server.command === undefined
      ? httpOf(server, expand, refuse)
      : stdioOf(server.command, server, expand, source.folder);
  return {
    id,
    title: server.title ?? id,
    trusted: server.trusted ?? false,
    exposure: server.exposure ?? "both",
    // HTTP+SSE ended before the newer era began.
    era: server.type === "sse" ? "legacy" : (server.era ?? "auto"),
    callTimeoutMs: server.callTimeoutMs ?? null,
    ...placed,
    origin: maskOf(secretsOf(placed)).text(placed.origin),
    tools: new Map(
      Object.entries(server.tools ?? {}).map(([name, settings]) => [
        name,
        {
          approval: settings.approval ?? "inherit",
          prompt: settings.prompt ?? null,
          confirm: settings.confirm ?? null,
          timeoutMs: settings.timeoutMs ?? null,
          idempotent: settings.idempotent ?? false,
          risk: settings.risk === undefined ? null : riskNamed(settings.risk),
          who: settings.who === undefined ? null : whoOf(settings.who),
          exposure: settings.exposure ?? null,
          ...(settings.preview === undefined ? {} : { preview: settings.preview }),
        },
      ]),
    ),
  };
}

type Placed = Pick<ServerConfig, "transport" | "origin" | "identity" | "startedWith">;

function stdioOf(command: string, server: WrittenServer, expand: Expand, folder: string): Placed {
  const args = server.args ?? [];
  const env = Object.entries(server.env ?? {});
  const cwd = expand("cwd", server.cwd ?? ".");
  return {
    transport: {
      kind: "stdio",
      command: expand("command", command),
      args: args.map((arg, index) => expand(`args.${index}`, arg)),
      env: Object.fromEntries(env.map(([name, value]) => [name, expand(`env.${name}`, value)])),
      cwd: isAbsolute(cwd) ? cwd : resolve(folder, cwd),
    },
    origin: [command, ...args].join(" "),
    identity: {
      command,
      args,
      env: env.map(([name]) => name).sort(),
      ...(server.cwd === undefined ? {} : { cwd: server.cwd }),
    },
    startedWith: hashOf(Object.fromEntries(env)),
  };
}

function hashOf(values: Record<string, string>): string {
  return createHash("sha256").update(canonicalJson(values)).digest("hex");
}

function httpOf(server: WrittenServer, expand: Expand, refuse: (key: string, problem: string) => never): Placed {
  const written = server.url ?? "";
  const url = URL.parse(expand("url", written));
  if (url === null || !/^https?:$/.test(url.protocol))
    return refuse("url", "is not a web address; it must begin with http:// or https://");
  const headers = Object.fromEntries(
    Object.entries(server.headers ?? {}).map(([name, value]) => [name, expand(`headers.${name}`, value)]),
  );
  for (const [name, value] of Object.entries(headers)) {
    if (!isHeader(name, value))
      refuse(`headers.${name}`, "is not a valid HTTP header; check for line breaks and spaces");
  }
  const oauth = oauthOf({ oauth: server.oauth, headers }, expand, refuse);
  // No header has such a name.
  const acts = { ...server.headers, ...(server.oauth && { "oauth:": JSON.stringify(server.oauth) }) };
  const isSse = server.type === "sse";
  return {
    transport: { kind: "http", isSse, url: url.href, headers, privately: "anywhere", ...(oauth && { oauth }) },
    origin: url.origin,
    identity: { url: written, ...(isSse && { type: "sse" }) },
    startedWith: Object.keys(acts).length === 0 ? "" : hashOf(acts),
  };
}

function isHeader(name: string, value: string): boolean {
  try {
    new Headers([[name, value]]);
    return true;
  } catch {
    // The constructor can only throw; its message would repeat the value, which may be a secret.
    return false;
  }
}
