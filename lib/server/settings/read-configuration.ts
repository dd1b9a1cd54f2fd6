import path from "node:path";
import { parseWorkerFile } from "#lib/agent/hot/worker-file.ts";
import type { Worker } from "#lib/agent/hot/worker.ts";
import { agentsServerId } from "#lib/approvals/agents-server.ts";
import { ConfigError } from "#lib/mcp/config/config-error.ts";
import { type McpConfig, readMcpConfig } from "#lib/mcp/config/config.ts";
import { secretsOf } from "#lib/mcp/config/secrets-of.ts";
import { modelSecrets } from "#lib/models/models.ts";
import { type ModelSettings, parseModelSettings } from "#lib/models/settings.ts";
import { parsePolicyFile } from "#lib/policies/file/policy-file.ts";
import { type ToolApprovalPolicy, toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { ownServerId } from "#lib/verdict/own-server-id.ts";
import type { Env } from "./env.ts";
import { textOfFileNow } from "./text-of-file.ts";

export type Configuration = {
  mcp: McpConfig;
  policy: ToolApprovalPolicy;
  modelSettings: ModelSettings;
  workers: Worker[];
};

/**
 * Reads everything that an owner configures. `problem` is one sentence that says what is wrong where; a missing file is
 * no problem.
 */
export function readConfiguration(env: Pick<Env, "configDir" | "variables">): Configuration | { problem: string } {
  const mcp = readMcp(env);
  if ("problem" in mcp) return mcp;
  const policy = readPolicy(env.configDir);
  if ("problem" in policy) return policy;
  const models = parseModelSettings(env.variables);
  if ("problem" in models) return models;
  const workers = readWorkers(env.configDir, models.settings);
  if ("problem" in workers) return workers;
  return { mcp: mcp.config, policy: policy.policy, modelSettings: models.settings, ...workers };
}

/** All secrets in it, which nothing may repeat, least of all the log (THREATS H3: keys in no log). */
export function configuredSecrets({ mcp, modelSettings }: Configuration): string[] {
  return [...mcp.servers.flatMap(secretsOf), ...modelSecrets(modelSettings)];
}

/** The password of the store, alone and as part of its address. */
export function databaseSecrets({ databaseUrl }: Pick<Env, "databaseUrl">): string[] {
  if (databaseUrl === null) return [];
  const { password } = new URL(databaseUrl);
  return password === "" ? [] : [databaseUrl, password, decodeURIComponent(password)];
}

type Problem = { problem: string };

/** What mcp.json says; nothing without the file. */
export function readMcp({
  configDir,
  variables,
}: Pick<Env, "configDir" | "variables">): { config: McpConfig } | Problem {
  const read = readIfThere(path.join(configDir, "mcp.json"));
  if ("problem" in read) return read;
  if (read.text === null) return { config: { servers: [], leftOut: [], said: [] } };
  try {
    const source = { text: read.text, file: "mcp.json", folder: configDir, environment: variables };
    return { config: readMcpConfig(source) };
  } catch (error) {
    if (error instanceof ConfigError) return { problem: error.message };
    throw error;
  }
}

/** Servers that rules may name independently of the app's own; also those whose entries are not used as they stand. */
export function serversOfFile({ servers, leftOut }: McpConfig): string[] {
  return [ownServerId, agentsServerId, ...[...servers, ...leftOut].map(({ id }) => id)];
}

/**
 * The policy of policy.yaml. Without `serverIds` rules may name any server, because the store knows those of the app.
 */
export function readPolicy(
  configDir: string,
  names: { serverIds?: Iterable<string> } = {},
): { policy: ToolApprovalPolicy } | Problem {
  const read = readIfThere(path.join(configDir, "policy.yaml"));
  if ("problem" in read) return read;
  if (read.text === null) return { policy: toolApprovalPolicy.annotated() };
  const parsed = parsePolicyFile(read.text, names);
  if ("policy" in parsed) return parsed;
  return { problem: parsed.problems.map(({ line, message }) => `policy.yaml, line ${line}: ${message}.`).join(" ") };
}

function readWorkers(configDir: string, { entries }: ModelSettings): { workers: Worker[] } | Problem {
  const read = readIfThere(path.join(configDir, "agents.yaml"));
  if ("problem" in read) return read;
  return read.text === null ? { workers: [] } : parseWorkerFile(read.text, { models: entries.map(({ key }) => key) });
}

function readIfThere(file: string): { text: string | null } | Problem {
  try {
    return { text: textOfFileNow(file) };
  } catch (error) {
    return { problem: `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.` };
  }
}
