import type { Tool } from "#lib/gate/contract/tool.ts";
import type { ServerConfig } from "#lib/mcp/config/config.ts";
import type { CallsItself } from "#lib/mcp/connection/calls-itself.ts";
import type { ServerInstructions } from "#lib/mcp/definitions/server-instructions.ts";
import type { ToolDefinition } from "#lib/mcp/definitions/tool-definitions.ts";
import type { ServerStatus, ToolServer } from "./tool-server.ts";

export type InspectedServer = {
  config: ServerConfig;
  status: ServerStatus;
  problem: string | null;
  /** The address is in a private network, and nobody confirmed it. */
  isOutOfBounds: boolean;
  era: "modern" | "legacy" | null;
  /** Whether it wants people to sign in, and whether it is down without; null: it does not, as far as is known. */
  signIn: ToolServer["signIn"]["shown"];
  /** The page on which its program waits for somebody to sign in. */
  signInLink: string | null;
  said: ToolServer["said"];
  /** Null while it is not connected. */
  callsItself: CallsItself | null;
  tools: InspectedTool[];
  /** null where it says none. */
  instructions: { definition: ServerInstructions; accepted: boolean } | null;
};

export type InspectedTool = {
  definition: ToolDefinition;
  /** As the file says. */
  written: Tool;
  inForce: Tool;
  accepted: boolean;
};
