import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Asked = { id?: number | string; method?: string; params?: Record<string, unknown> };
/** What a method answers: a result, an error of JSON-RPC, or a status of HTTP with its body. */
export type Said =
  | { result: object }
  | { error: object }
  | { status: number; body: string; headers?: Record<string, string> };

export type HandWritten = {
  /** Its entry in mcp.json. */
  entry: { url: string; era: "modern" | "legacy" };
  /** Every message that came, in order. */
  asked: Asked[];
  stop: () => Promise<void>;
};

/**
 * A web server of MCP without an SDK, which may say what no SDK lets a server say. `says` answers everything but the
 * handshake; null leaves the answer to the usual.
 */
export async function handWrittenServer(
  era: "modern" | "legacy",
  says: (asked: Asked) => Said | null,
): Promise<HandWritten> {
  const asked: Asked[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    const message = await messageIn(request);
    asked.push(message);
    if (message.id === undefined) return void response.writeHead(202).end();
    const said = says(message) ?? usual(message, era);
    const type = { "content-type": "application/json" };
    if ("status" in said) return void response.writeHead(said.status, { ...type, ...said.headers }).end(said.body);
    const { id } = message;
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
