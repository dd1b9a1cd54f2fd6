import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Asked = {
  id?: number | string;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: unknown;
};
/**
 * What a method answers: a result, an error of JSON-RPC, or a status of HTTP with its body. An older server may ask
 * first, in `events` on the stream of the answer; `last` makes the answer of what the client says to the question. A
 * `stream` stays open.
 */
export type Said =
  | { result: object }
  | { error: object }
  | { events: object[]; last: (answer: Asked) => { result: object } }
  | { stream: (write: (event: object) => void) => void }
  | { status: number; body: string; headers?: Record<string, string> };

export type HandWritten = {
  /** Its entry in mcp.json. */
  entry: { url: string; era: "modern" | "legacy" };
  /** Every message that came, in order. */
  asked: Asked[];
  stop: () => Promise<void>;
};

/** The id of the one question among `events`. */
export const questionId = "question";

/**
 * A web server of MCP without an SDK, which may say what no SDK lets a server say. `says` answers everything but the
 * handshake; null leaves the answer to the usual.
 */
export async function handWrittenServer(
  era: "modern" | "legacy",
  says: (asked: Asked) => Said | null,
): Promise<HandWritten> {
  const asked: Asked[] = [];
  const waiting = new Map<unknown, (answer: Asked) => void>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    const message = await messageIn(request);
    asked.push(message);
    if (message.method === undefined) waiting.get(message.id)?.(message);
    if (message.id === undefined || message.method === undefined) return void response.writeHead(202).end();
    const said = says(message) ?? usual(message, era);
    const type = { "content-type": "application/json" };
    if ("status" in said) return void response.writeHead(said.status, { ...type, ...said.headers }).end(said.body);
    const { id } = message;
    if ("events" in said || "stream" in said) {
      const write = (event: object) => response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", ...event })}\n\n`);
      response.writeHead(200, { "content-type": "text/event-stream" });
      if ("stream" in said) return said.stream(write);
      said.events.forEach(write);
      waiting.set(questionId, (answered) => {
        write({ id, ...said.last(answered) });
        response.end();
      });
      return;
    }
    response.writeHead(200, type).end(JSON.stringify({ jsonrpc: "2.0", id, ...said }));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    entry: { url: `http://127.0.0.1:${port}/mcp`, era },
    asked,
    stop: async () => {
      server.close().closeAllConnections();
      await once(server, "close");
    },
  };
}

function usual({ method }: Asked, era: "modern" | "legacy"): Said {
  const capabilities = { tools: {}, prompts: {}, resources: {} };
  const serverInfo = { name: "by hand", version: "1" };
  if (era === "legacy" && method === "initialize")
    return { result: { protocolVersion: "2025-11-25", capabilities, serverInfo } };
  if (era === "modern" && method === "server/discover")
    return { result: { resultType: "complete", supportedVersions: ["2026-07-28"], capabilities } };
  if (method === "ping") return { result: {} };
  return { error: { code: -32601, message: "Method not found" } };
}

async function messageIn(request: IncomingMessage): Promise<Asked> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text) as Asked;
}
