import { createHash } from "node:crypto";
import type { Effect } from "./history.ts";
import { fingerprint, serverId } from "./tools.ts";

/** All but one tool need a person, by what the tests gave them. */
export function isGated(tool: string): boolean {
  return tool !== "peek";
}

/** The tool that agents run themselves, and whose it is by what they say. */
export const agentsTool = { agent: "bot", tool: "deploy" };

/** The server and the definition that a call of this tool is bound to. */
export function boundTo(tool: string): { serverId: string; fingerprint: string } {
  if (tool !== agentsTool.tool) return { serverId, fingerprint };
  const definition = JSON.stringify(["agent", agentsTool.agent, tool]);
  return { serverId: `agent:${agentsTool.agent}`, fingerprint: createHash("sha256").update(definition).digest("hex") };
}

/** The digest that binds these bytes, made here once more from its definition. */
export function digestOf(of: {
  tool: string;
  args: Effect["args"];
  chat: string;
  person: string;
  serverId: string;
  fingerprint: string;
}): string {
  const canonical = (value: Effect["args"]) => JSON.stringify(value, Object.keys(value).sort());
  const bound = {
    v: 1,
    serverId: of.serverId,
    toolName: of.tool,
    fingerprint: of.fingerprint,
    argumentsJson: canonical(of.args),
    chatId: of.chat,
    personId: of.person,
  };
  return `v1:${createHash("sha256").update(canonical(bound)).digest("hex")}`;
}
