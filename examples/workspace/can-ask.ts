import { CLIENT_CAPABILITIES_META_KEY } from "@modelcontextprotocol/server";
import type { McpRequestContext, McpServer, ServerContext } from "@modelcontextprotocol/server";
import { z } from "zod";

/** Whether the client of this call says that it can put a form in front of a person. */
export function canAsk(server: McpServer, { era }: Pick<McpRequestContext, "era">, ctx: ServerContext): boolean {
  const envelope: Record<string, unknown> = ctx.mcpReq.envelope ?? {};
  const declared = capabilities.safeParse(
    // The legacy era declares once, in `initialize`; the modern one with every request.
    era === "modern" ? envelope[CLIENT_CAPABILITIES_META_KEY] : server.server.getClientCapabilities(),
  );
  const elicitation = declared.data?.elicitation;
  // A bare `{}` means forms, as it did before there were other modes.
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

const mode = z.object({}).optional();
const capabilities = z.object({ elicitation: z.object({ form: mode, url: mode }).optional() });
