import type { LiveServer } from "#lib/chat/chat-summary.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import type { ServerConfig } from "#lib/mcp/config/config.ts";
import type { CallsItself } from "#lib/mcp/connection/calls-itself.ts";
import type { AppDefinition } from "#lib/mcp/definitions/app-definition.ts";
import type { ServerInstructions } from "#lib/mcp/definitions/server-instructions.ts";
import type { ToolDefinition } from "#lib/mcp/definitions/tool-definitions.ts";
import type { ServerStatus, ToolServer } from "./tool-server.ts";

/** People's decisions about tools, beyond what servers and files say. */
export type OversightSource = {
  /** The tool with the settings in force. */
  inForce: (tool: Tool) => Tool;
  /** Whether somebody accepted exactly this definition; no other is offered. */
  isAccepted: (serverId: string, definition: Pick<ToolDefinition, "name" | "fingerprint">) => boolean;
};

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
  said: ToolServer["said"]["ends"];
  /** Null while it is not connected. */
  callsItself: CallsItself | null;
  tools: InspectedTool[];
  /** null where it says none. */
  instructions: { definition: ServerInstructions; accepted: boolean } | null;
  /** Those that its tools name; none where nobody switched them on. */
  apps: { definition: AppDefinition; accepted: boolean }[];
};

export type InspectedTool = {
  definition: ToolDefinition;
  /** As the file says. */
  written: Tool;
  inForce: Tool;
  accepted: boolean;
};

type Offered = {
  tools: Tool[];
  /** Whether a call of the tool would ask a person, as far as that is known before the call. */
  asks: (tool: Tool) => boolean;
  /** How the app of a tool stands; null where it has none. */
  appOf: (tool: Tool) => "shown" | "waits" | null;
};

/** A server in the lists that everybody sees. */
export function summaryOfServer({ config, status, problem }: ToolServer, { tools, asks, appOf }: Offered): LiveServer {
  const { id, title, origin, trusted } = config;
  return {
    id,
    title,
    origin,
    trusted,
    status,
    problem,
    tools: tools.map((tool) => {
      const app = appOf(tool);
      const listed = { name: tool.name, title: tool.title, approval: tool.flag, asks: asks(tool) };
      return app === null ? listed : { ...listed, app };
    }),
  };
}
