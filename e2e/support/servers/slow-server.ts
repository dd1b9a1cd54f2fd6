import { appendFile } from "node:fs/promises";
import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { serveMcp } from "./serve-mcp.ts";

/**
 * Tools whose effects are counted outside the app, one line each in a file: one that answers at once, and one that
 * answers only after ten minutes, to be killed in the middle of.
 *   EFFECTS=<file> slow-server.ts
 *   slow-server.ts --http <port> <file>
 */
const [, , , , file = process.env["EFFECTS"] ?? ""] = process.argv;

function build(): McpServer {
  const server = new McpServer({ name: "slow", version: "1.0.0" });
  const takeEffect = (line: string) => appendFile(file, `${line}\n`);
  const line = z.string().default("ran");
  const answer = { content: [{ type: "text" as const, text: "done" }] };
  const soon = { description: "Takes effect.", inputSchema: z.object({ line }) };
  server.registerTool("append", soon, async ({ line: written }) => {
    await takeEffect(written);
    return answer;
  });
  const late = { description: "Takes effect, then waits.", inputSchema: z.object({ line }) };
  server.registerTool("append_then_wait", late, async ({ line: written }) => {
    await takeEffect(written);
    await new Promise((resolve) => setTimeout(resolve, 600_000));
    return answer;
  });
  return server;
}

await serveMcp(build, process.argv.slice(2));
