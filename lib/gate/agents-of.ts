import type { ToolCallRow } from "#lib/store/schema.ts";

/** Names of the agents between the chat and a call, outermost first. */
export function agentsOf(call: Pick<ToolCallRow, "agents_json">): string[] {
  // Written by the agent alone.
  return JSON.parse(call.agents_json) as string[];
}
