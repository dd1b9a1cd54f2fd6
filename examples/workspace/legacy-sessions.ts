import { randomUUID } from "node:crypto";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { McpServer } from "@modelcontextprotocol/server";

/**
 * Sessions for HTTP clients of the legacy era. Without a session such a client could not be asked anything: the
 * question travels on the stream of the call, and its answer arrives as a request of its own.
 */
export class LegacySessions {
  readonly #build: () => McpServer;
  readonly #transports = new Map<string, WebStandardStreamableHTTPServerTransport>();

  constructor(build: () => McpServer) {
    this.#build = build;
  }

  async handle(request: Request): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    if (id === null) return (await this.#open()).handleRequest(request);
    const transport = this.#transports.get(id);
    if (transport === undefined) return Response.json(unknownSession, { status: 404 });
    // Used last, dropped last.
    this.#transports.delete(id);
    this.#transports.set(id, transport);
    return transport.handleRequest(request);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#transports.values()].map((transport) => transport.close()));
  }

  /** Kept only once the client has initialized; anything else on it is refused by the transport. */
  async #open(): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: async (id) => {
        this.#transports.set(id, transport);
        const [oldest] = this.#transports;
        // Clients that vanish never say goodbye; whoever comes back to a dropped session has to initialize again.
        if (this.#transports.size > sessionLimit && oldest !== undefined) await oldest[1].close();
      },
    });
    const server = this.#build();
    await server.connect(transport);
    server.server.onclose = () => {
      if (transport.sessionId !== undefined) this.#transports.delete(transport.sessionId);
    };
    return transport;
  }
}

const sessionLimit = 100;

const unknownSession = { jsonrpc: "2.0", id: null, error: { code: -32001, message: "Session not found" } };
