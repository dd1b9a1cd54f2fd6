import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import * as asks from "../../app/api/asks/route.ts";
import * as askById from "../../app/api/asks/[id]/route.ts";
import * as chat from "../../app/api/chat/route.ts";
import * as chatById from "../../app/api/chat/[id]/route.ts";
import * as stop from "../../app/api/chat/[id]/stop/route.ts";
import * as approvals from "../../app/api/approvals/route.ts";
import * as mcp from "../../app/api/mcp/route.ts";
import * as elicitation from "../../app/api/chat/elicitation/route.ts";

type Route = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** The app's own routes, guards and all, as far as people decide and look and programs call; without Next around them. */
const routes: [method: string, path: RegExp, route: Route][] = [
  ["POST", /^\/api\/chat$/, chat.POST],
  ["POST", /^\/api\/chat\/elicitation$/, elicitation.POST],
  ["POST", /^\/api\/chat\/(?<id>[^/]+)\/stop$/, stop.POST],
  ["GET", /^\/api\/chat\/(?<id>[^/]+)$/, chatById.GET],
  ["GET", /^\/api\/approvals$/, approvals.GET],
  ["POST", /^\/api\/mcp$/, mcp.POST],
  ["POST", /^\/api\/asks$/, asks.POST],
  ["GET", /^\/api\/asks\/(?<id>[^/]+)$/, askById.GET],
];

/** Answers one request by the route that it names. */
export async function answerRoute(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const url = new URL(incoming.url ?? "/", `http://${incoming.headers.host}`);
  const found = routes.find(([method, path]) => method === incoming.method && path.test(url.pathname));
  if (!found) return void outgoing.writeHead(404).end();
  const [, path, route] = found;
  const gone = new AbortController();
  outgoing.on("close", () => gone.abort());
  const request = new Request(url, {
    method: incoming.method ?? "GET",
    headers: Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
    signal: gone.signal,
    ...(incoming.method === "POST" ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" } : {}),
  });
  const params = { ...path.exec(url.pathname)?.groups };
  const response = await route(request, { params: Promise.resolve(params) });
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) return void outgoing.end();
  const body = Readable.fromWeb(response.body as NodeStream);
  body.on("error", () => outgoing.destroy());
  outgoing.on("close", () => body.destroy());
  body.pipe(outgoing);
}
