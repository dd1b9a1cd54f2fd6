import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Server } from "@modelcontextprotocol/server";
import { serveMcp } from "#e2e/support/servers/serve-mcp.ts";

// Hands the calls of MCP clients on to the server at a URL, by the SDK's own server and client, and does nothing else:
// no store, no policy, no audit.
//   bare-gateway.ts <url> --http
const [url = "", ...args] = process.argv.slice(2);
const upstream = new Client({ name: "bare", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
await upstream.connect(new StreamableHTTPClientTransport(new URL(url)));
await serveMcp(() => {
  const server = new Server({ name: "bare", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => upstream.listTools());
  server.setRequestHandler("tools/call", ({ params }) => upstream.callTool(params));
  return server;
}, args);
