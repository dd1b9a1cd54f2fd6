import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { RoutesWorld } from "./routes-world.ts";

/** Routes of the app behind a real socket; of another one, where the app is started again behind it. */
export async function listening(
  given: RoutesWorld | (() => RoutesWorld),
  { servers = [], port = 0 }: { servers?: Server[]; port?: number } = {},
): Promise<string> {
  const world = typeof given === "function" ? given : () => given;
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    const { method = "GET", url = "" } = request;
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    delete headers["host"];
    const body = method === "GET" ? "" : await text(request);
    const answer = await world().call(method, url, {
      ...(body === "" ? {} : { body }),
      headers,
      signal: gone.signal,
    });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.flushHeaders();
    for await (const piece of answer.body ?? []) response.write(piece);
    response.end();
  };
  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()));
  servers.push(server);
  return listeningAt(server, port);
}

/** Where a server of a test listens, until the test ends. */
export async function listeningAt(server: Server, port = 0): Promise<string> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It listens nowhere.");
  return `http://127.0.0.1:${address.port}`;
}
