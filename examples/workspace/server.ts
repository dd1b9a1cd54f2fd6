import { McpServer } from "@modelcontextprotocol/server";
import type { McpRequestContext, ServerContext } from "@modelcontextprotocol/server";
import { registerBookTable } from "./book-table.ts";
import { canAsk } from "./can-ask.ts";
import { registerFileTools } from "./files.ts";
import { registerProcessRefund } from "./refund.ts";
import { registerRunCommand } from "./run-command.ts";
import type { Workspace } from "./workspace.ts";

/** One server for one connection (or one request over HTTP of the modern era) on a workspace that all share. */
export function workspaceServer(shared: Omit<Workspace, "canAsk">, { era }: Pick<McpRequestContext, "era">): McpServer {
  const server = new McpServer(
    { name: "workspace", title: "Workspace", version: "1.0.0" },
    {
      instructions,
      requestState: { verify: shared.questions.verify },
      // In the legacy era a question keeps its request open; people take longer than the default of ten minutes.
      inputRequired: { roundTimeoutMs: 24 * 3600 * 1000 },
    },
  );
  const workspace = { ...shared, canAsk: (ctx: ServerContext) => canAsk(server, { era }, ctx) };
  registerRunCommand(server, workspace);
  registerFileTools(server, workspace);
  registerProcessRefund(server, workspace);
  registerBookTable(server, workspace);
  return server;
}

const instructions =
  "Tools for one folder of files, a demo shop and a restaurant. Call a tool directly instead of asking for permission in the chat: tools that need a person's consent ask for it themselves. When the person rejects a call, stop and do not look for another way to do the same.";
