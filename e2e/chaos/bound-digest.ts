import { createHash } from "node:crypto";
import type { Effect } from "./history.ts";

/** All but one tool need a person, by what the tests gave them. */
export function isGated(tool: string): boolean {
  return tool !== "peek";
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
