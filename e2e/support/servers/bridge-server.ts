import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { serveMcp } from "./serve-mcp.ts";

/**
 * A program that bridges to a remote server, as mcp-remote does: it prints the page where somebody has to sign in, and says
 * nothing on its pipe before that was done; a call waits for it again.
 *   bridge-server.ts <file that says it is done>
 */
const [, , file = ""] = process.argv;
const page = "https://login.example.com/authorize?response_type=code&client_id=bridge&state=x";

async function signedIn(): Promise<void> {
  if (existsSync(file)) return;
  process.stderr.write(`[123] Please authorize this client by visiting:\n${page}\n\n`);
  while (!existsSync(file)) await delay(20);
}

await signedIn();
await serveMcp(() => {
  const server = new McpServer({ name: "bridge", version: "1.0.0" });
  server.registerTool("far", { description: "Far away.", inputSchema: z.object({}) }, async () => {
    await signedIn();
    return { content: [{ type: "text" as const, text: "from far" }] };
  });
  return server;
}, []);
