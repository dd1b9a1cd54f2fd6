import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type McpHttpHandler,
  type McpServer,
  type Server,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

/**
 * Serves the tools of `build` to clients of both protocol eras: over stdio, or with `--http [port]` over HTTP, in which
 * case the first line on stdout is the URL. Resolves to what announces a change of the tools to HTTP clients of the
 * newer era.
 */
export async function serveMcp(
  build: () => McpServer | Server,
  args: string[],
): Promise<Pick<McpHttpHandler, "notify"> | null> {
  const flag = args.indexOf("--http");
  if (flag === -1) {
    serveStdio(build);
    return null;
  }
  const { answer, modern } = mcpListener(build);
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      response.destroy();
    });
  });
  server.listen(Number(args[flag + 1] ?? 0), "127.0.0.1", () => {
    const address = server.address();
    if (address !== null && typeof address === "object") process.stdout.write(`http://127.0.0.1:${address.port}/mcp\n`);
  });
  return modern;
}

/** Answers requests of both protocol eras. */
export function mcpListener(build: () => McpServer | Server) {
  const modern = createMcpHandler(build, { legacy: "reject" });
  const legacy = sessions(build);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const web = toWebRequest(request, response);
    await send(await ((await isLegacyRequest(web)) ? legacy(web) : modern.fetch(web)), response);
  };
  return { answer, modern };
}

/** Clients up to 2025-11-25 keep a session, on which the server can ask back. */
function sessions(build: () => McpServer | Server): (request: Request) => Promise<Response> {
  const open = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return async (request) => {
    const id = request.headers.get("mcp-session-id");
    if (id !== null) return (await open.get(id)?.handleRequest(request)) ?? new Response(null, { status: 404 });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (session) => void open.set(session, transport),
      onsessionclosed: (session) => void open.delete(session),
    });
    await build().connect(transport);
    return transport.handleRequest(request);
  };
}

function toWebRequest(request: IncomingMessage, response: ServerResponse): Request {
  const { method = "GET", headers, url = "/" } = request;
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  return new Request(`http://${headers.host}${url}`, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
    signal: gone.signal,
    ...(method === "POST" && { body: Readable.toWeb(request) as ReadableStream, duplex: "half" }),
  });
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.flushHeaders();
  if (answer.body === null) return void response.end();
  // The client closing its stream is how it cancels; the body is told by the pipeline.
  await pipeline(Readable.fromWeb(answer.body as never), response).catch(() => {});
}
