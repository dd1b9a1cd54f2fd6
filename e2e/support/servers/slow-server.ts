import { appendFile } from "node:fs/promises";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

/** One tool that takes effect at once and answers only after ten minutes: something to be killed in the middle of. */
serveStdio(() => {
  const server = new McpServer({ name: "slow", version: "1.0.0" });
  server.registerTool(
    "append_then_wait",
    { description: "Takes effect, then waits.", inputSchema: z.object({}) },
    async () => {
      await appendFile(process.env["EFFECTS"] ?? "", "ran\n");
      await new Promise((resolve) => setTimeout(resolve, 600_000));
      return { content: [{ type: "text", text: "done" }] };
    },
  );
  return server;
});
