import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import { monotonicMs } from "./monotonic-ms.ts";

// An MCP server over stdio whose one tool answers with the time at which it started.
serveStdio(() => {
  const server = new McpServer({ name: "clocked", version: "1.0.0" });
  const description = "Says when it started.";
  server.registerTool("clock", { description, inputSchema: z.strictObject({ label: z.string() }) }, () => ({
    content: [{ type: "text", text: String(monotonicMs()) }],
  }));
  return server;
});
