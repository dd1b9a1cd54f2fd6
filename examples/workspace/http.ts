import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import type { McpRequestContext, McpServer } from "@modelcontextprotocol/server";
import { LegacySessions } from "./legacy-sessions.ts";
import { sendResponse, webRequest } from "./node-exchange.ts";

type HttpServer = { url: string; close: () => Promise<void> };

/** Serves both eras at `/mcp`, to this machine only. Port 0 takes a free one. */
export async function serveHttp(
  build: (context: Pick<McpRequestContext, "era">) => McpServer,
  port: number,
): Promise<HttpServer> {
  const modern = createMcpHandler(build, { legacy: "reject", onerror: report });
  const legacy = new LegacySessions(() => build({ era: "legacy" }));

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse, ownPort: number): Promise<Response> => {
    const refused = refusalOf(incoming, ownPort);
    if (refused !== null) return refused;
    const request = await webRequest(incoming, outgoing, `http://127.0.0.1:${ownPort}`);
    if (request === null) return new Response("The request is too large", { status: 413 });
    return (await isLegacyRequest(request)) ? legacy.handle(request) : modern.fetch(request);
  };

  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing, portOf(server))
      .then((response) => sendResponse(response, outgoing))
      .catch((error: unknown) => {
        report(error);
        if (!outgoing.headersSent) outgoing.writeHead(500);
        outgoing.end();
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${portOf(server)}/mcp`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.all([modern.close(), legacy.close()]);
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Only programs on this machine that mean this server may call it: a web page that reaches it by DNS rebinding names a
 * foreign host, and one that reaches it directly names a foreign origin (MCP, transports: security warning).
 */
function refusalOf(incoming: IncomingMessage, port: number): Response | null {
  const own = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host, origin } = incoming.headers;
  if (host === undefined || !own.includes(host)) return new Response("Unknown host", { status: 403 });
  if (origin !== undefined && !own.some((name) => origin === `http://${name}`)) {
    return new Response("Unknown origin", { status: 403 });
  }
  const path = incoming.url?.split("?")[0];
  return path === "/mcp" ? null : new Response("The endpoint is /mcp", { status: 404 });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server does not listen on a port");
  return address.port;
}

function report(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error));
}
