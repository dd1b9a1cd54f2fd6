import { createServer, type ServerResponse } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

/**
 * A server of HTTP+SSE, the transport of revision 2024-11-05, on the older SDK. Settings in JSON:
 *   sse-server.ts --http ['{"endpoint":"https://elsewhere.example/","says":"nothing",…}']
 */
type Settings = {
  /** Where it says that messages go to, instead of its own address. */
  endpoint: string;
  /** What it answers to whoever opens its stream: a status, nothing at all, a page, or a redirect. */
  says: number | "nothing" | "page" | { to: string };
  /** Status of every message after the handshake. */
  refuses: number;
  /** It never ends what it answers to a message. */
  endless: boolean;
};

const settings: Partial<Settings> = JSON.parse(process.argv.slice(3).find((arg) => arg.startsWith("{")) ?? "{}");
const counts = { streams: 0, posts: 0, calls: 0, elsewhere: 0, authorization: "" };
const sessions = new Map<string, { transport: SSEServerTransport; stream: ServerResponse }>();
const schema = { type: "object" as const, properties: {} };

function serverOn(stream: ServerResponse): Server {
  const server = new Server({ name: "sse", version: "1.0.0" }, { capabilities: { tools: { listChanged: true } } });
  const names = ["echo", "ask", "wait", "drop", "flood", "huge", "counts"];
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: names.map((name) => ({ name, inputSchema: schema })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    counts.calls += 1;
    const said = (text: string) => ({ content: [{ type: "text" as const, text }] });
    if (params.name === "echo") return said(JSON.stringify(params.arguments));
    if (params.name === "counts") return said(JSON.stringify(counts));
    if (params.name === "ask") {
      const requestedSchema = { type: "object" as const, properties: { seats: { type: "integer" as const } } };
      return said(JSON.stringify(await server.elicitInput({ message: "How many seats?", requestedSchema })));
    }
    if (params.name === "drop") stream.destroy();
    if (params.name === "flood") {
      const event = `data: ${JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "x" } })}\n\n`;
      for (let sent = 0; sent < 50; sent += 1) stream.write(event.repeat(1_000));
    }
    if (params.name === "huge") stream.write(`data: ${"x".repeat(15 * 1024 * 1024)}\n\n`);
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    return said("too late");
  });
  return server;
}

const web = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  counts.authorization = request.headers.authorization ?? "";
  const run = async () => {
    if (pathname === "/elsewhere") {
      counts.elsewhere += 1;
      return void response.writeHead(404).end();
    }
    if (request.method === "POST") {
      counts.posts += 1;
      if (settings.says !== undefined) return void response.writeHead(405).end();
      const session = sessions.get(searchParams.get("sessionId") ?? "");
      if (session === undefined) return void response.writeHead(404).end("No such session");
      if (settings.refuses !== undefined && counts.posts > 3)
        return void response.writeHead(settings.refuses).end("No");
      await session.transport.handlePostMessage(request, settings.endless === true ? endless(response) : response);
      return;
    }
    counts.streams += 1;
    const { says } = settings;
    if (typeof says === "number") return void response.writeHead(says).end();
    if (says === "page") return void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Hello</h1>");
    if (typeof says === "object") return void response.writeHead(307, { location: says.to }).end();
    if (says === "nothing") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.flushHeaders();
      return;
    }
    if (settings.endpoint !== undefined) {
      response.writeHead(200, { "content-type": "text/event-stream" });
      return void response.write(`event: endpoint\ndata: ${settings.endpoint}\n\n`);
    }
    const transport = new SSEServerTransport("/messages", response);
    sessions.set(transport.sessionId, { transport, stream: response });
    await serverOn(response).connect(transport);
  };
  run().catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    response.destroy();
  });
});

function endless(response: ServerResponse): ServerResponse {
  response.end = () => {
    response.write("accepted");
    return response;
  };
  return response;
}

web.listen(0, "127.0.0.1", () => {
  const address = web.address();
  if (address !== null && typeof address === "object") process.stdout.write(`http://127.0.0.1:${address.port}/sse\n`);
});
