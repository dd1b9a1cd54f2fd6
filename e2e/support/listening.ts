import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { RoutesWorld } from "./routes-world.ts";

/** Routes of the app behind a real socket. */
export async function listening(world: RoutesWorld): Promise<string> {
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    const { method = "GET", url = "", headers } = request;
    const { authorization = "", "content-type": type } = headers;
    const answer = await world.call(method, url, {
      ...(method === "GET" ? {} : { body: await text(request) }),
      headers: { authorization, ...(type === undefined ? {} : { "content-type": type }) },
      signal: gone.signal,
    });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(gone.signal.aborted ? "" : await answer.text());
  };
  return listeningAt(
    createServer((request, response) => void handle(request, response).catch(() => response.destroy())),
  );
}

/** Where a server of a test listens, until the test ends. */
export async function listeningAt(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It listens nowhere.");
  return `http://127.0.0.1:${address.port}`;
}
