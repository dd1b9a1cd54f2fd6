import { conformanceServer } from "./conformance-server.ts";
import { serveMcp } from "./serve-mcp.ts";

/**
 * What the MCP conformance suite wants of a server, as a server of its own.
 *   conformance-upstream.ts [--http [port]]
 */
await serveMcp(conformanceServer, process.argv.slice(2));
