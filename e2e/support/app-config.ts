import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { root } from "./app-server.ts";

export type AppConfig = {
  /** Replaces the project's mcp.json. `${DATA_DIR}` is filled in by the app. */
  mcp?: { mcpServers: Record<string, unknown> } | undefined;
  /** Replaces the project's policy.yaml. */
  policy?: string | undefined;
  /** Replaces the project's agents.yaml. */
  agents?: string | undefined;
  /** Policies in code: the text of each file in `policies/`. */
  code?: Record<string, string> | undefined;
};

/** The CONFIG_DIR to start an app with: the project's own, or `folder` with what replaces it. */
export async function configDir(folder: string, { mcp, policy, agents, code }: AppConfig): Promise<string> {
  if (!mcp && !policy && !agents && !code) return root;
  await writeFile(path.join(folder, "mcp.json"), JSON.stringify(mcp ?? (await defaultMcp())));
  await writeFile(path.join(folder, "policy.yaml"), policy ?? "policy: annotated\n");
  if (agents) await writeFile(path.join(folder, "agents.yaml"), agents);
  if (code) await mkdir(path.join(folder, "policies"));
  for (const [name, text] of Object.entries(code ?? {})) await writeFile(path.join(folder, "policies", name), text);
  return folder;
}

/** The project's own servers; their programs lie in the project. */
async function defaultMcp(): Promise<AppConfig["mcp"]> {
  const { default: mcp } = await import("../../mcp.json", { with: { type: "json" } });
  const servers = Object.entries(mcp.mcpServers).map(([id, server]) => [id, { cwd: root, ...server }]);
  return { mcpServers: Object.fromEntries(servers) };
}
