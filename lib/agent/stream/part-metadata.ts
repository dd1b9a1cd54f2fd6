import type { ToolPartMetadata } from "#lib/chat/chat-message.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";

/** Says who runs a tool, in every tool part of a message. */
export function partMetadata({ server, name }: Tool, agents: readonly string[] = []): ToolPartMetadata {
  const path = agents.length === 0 ? {} : { agents: [...agents] };
  return { serverId: server.id, serverTitle: server.title, toolName: name, ...path };
}
