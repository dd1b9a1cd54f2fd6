import type { ServerContext } from "@modelcontextprotocol/server";

/** Tells the client what is going on, when it asked to be told; step by step (MCP: progress must increase). */
export function progressReporter(ctx: ServerContext): (message: string) => void {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  let progress = 0;
  return (message) => {
    if (progressToken === undefined) return;
    progress += 1;
    ctx.mcpReq
      .notify({ method: "notifications/progress", params: { progressToken, progress, message } })
      // Progress is a courtesy: a client that has gone away does not change what the tool does.
      .catch((error: unknown) => console.error(`Progress could not be sent: ${String(error)}`));
  };
}
