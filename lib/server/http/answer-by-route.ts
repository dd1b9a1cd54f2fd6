import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ReadableStream as NodeStream } from "node:stream/web";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { CutOff } from "./cut-off.ts";
import { requestWithSignal } from "./request-with-signal.ts";
import type { FoundRoute } from "./api-routes.ts";

/** What a file of app/api exports by the name of a method. */
export type RouteHandler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;

/** Answers of fewer bytes gain nothing by it. */
const worthPacking = 4_096;
const packed = promisify(gzip);

type Options = {
  load?: typeof handlersOf;
  /** Called once an answer that tells events has told those that were there. */
  waits?: () => void;
};

/** Answers a request by the file that was found for it. Rejects where the file or the stream of its answer fails. */
export async function answerByRoute(
  { file, methods, params }: FoundRoute,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { load = handlersOf, waits }: Options = {},
): Promise<void> {
  const gone = new AbortController();
  // Before anything is waited for: a client may leave at once.
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  if (incoming.method === "OPTIONS") return void outgoing.writeHead(204, { allow: methods.join(", ") }).end();
  const exported = await load(file);
  const handler = exported[incoming.method ?? ""] ?? (incoming.method === "HEAD" ? exported["GET"] : undefined);
  if (handler === undefined) throw new Error(`${file} exports no ${incoming.method}.`);
  const answer = await handler(requestOf(incoming, gone.signal), { params: Promise.resolve(params) });
  await send(answer, incoming, outgoing, { gone: gone.signal, waits });
  // What the handler left of the body would stand in the way of the connection's next request.
  incoming.resume();
}

type Handlers = Partial<Record<string, RouteHandler>>;
const loaded = new Map<string, Handlers>();

/** The handlers of a file by their methods. A file is loaded when it is first asked for. */
export async function handlersOf(file: string): Promise<Handlers> {
  const handlers = loaded.get(file) ?? ((await import(pathToFileURL(file).href)) as Handlers);
  loaded.set(file, handlers);
  return handlers;
}

function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = "GET", headers, url = "/" } = incoming;
  const named = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value] satisfies [string, string]],
  );
  const address = `http://${headers.host}${url}`;
  if (method === "GET" || method === "HEAD") return requestWithSignal(address, { method, headers: named, signal });
  if (incoming.complete) {
    const body: Buffer<ArrayBuffer> | null = incoming.read();
    const request = requestWithSignal(address, { method, headers: named, signal, body });
    whole.add(request);
    return request;
  }
  // Nothing more is read before the handler reads; and one that stops reading ends neither connection nor answer.
  const body = NodeStream.from(incoming.iterator({ destroyOnReturn: false }));
  // The types of Node and of the browser differ in what a stream is.
  const streamed = { body: body as ReadableStream<Uint8Array>, duplex: "half" };
  return requestWithSignal(address, { method, headers: named, signal, ...streamed });
}

const whole = new WeakSet<Request>();

/** Whether the whole request was there when its handler was called: its sender cannot make that wait. */
export function cameWhole(request: Request): boolean {
  return whole.has(request);
}

async function send(
  answer: Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { gone, waits = () => {} }: { gone: AbortSignal; waits: Options["waits"] },
): Promise<void> {
  const cookies = answer.headers.getSetCookie();
  const headers: Record<string, string | string[]> = Object.fromEntries(answer.headers);
  if (cookies.length > 0) headers["set-cookie"] = cookies;
  const { body } = answer;
  if (body === null || incoming.method === "HEAD" || gone.aborted) {
    await body?.cancel();
    return void outgoing.writeHead(answer.status, headers).end();
  }
  // Long ones are packed. Streams are not: each token would be packed by itself.
  if (/^application\/(problem\+)?json\b/.test(answer.headers.get("content-type") ?? "")) {
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (bytes.length >= worthPacking) headers["vary"] = "accept-encoding";
    const isPacked = bytes.length >= worthPacking && readsPacked(incoming);
    const content = isPacked ? await packed(bytes) : bytes;
    if (isPacked) headers["content-encoding"] = "gzip";
    headers["content-length"] = String(content.length);
    return void outgoing.writeHead(answer.status, headers).end(content);
  }
  outgoing.writeHead(answer.status, headers);
  const tellsEvents = /^text\/event-stream\b/.test(answer.headers.get("content-type") ?? "");
  await write(body, outgoing, { gone, ...(tellsEvents ? { waits } : {}) });
}

function readsPacked({ headers }: IncomingMessage): boolean {
  return String(headers["accept-encoding"] ?? "")
    .split(/,\s*/)
    .includes("gzip");
}

/** Writes a stream no faster than the client reads, and cancels it when the client has gone. */
async function write(
  body: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
  { gone, waits }: { gone: AbortSignal; waits?: () => void },
): Promise<void> {
  const reader = body.getReader();
  let isWaiting = waits === undefined;
  const next = async () => {
    if (isWaiting) return reader.read();
    // Bytes that have arrived already are delivered within this turn of the event loop.
    const nothingCame = setImmediate(() => {
      isWaiting = true;
      waits?.();
    });
    return reader.read().finally(() => clearImmediate(nothingCame));
  };
  const left = () => void reader.cancel().catch(() => {});
  gone.addEventListener("abort", left, { once: true });
  outgoing.flushHeaders();
  try {
    for (let read = await next(); !read.done; read = await next()) {
      const isTaken = outgoing.write(read.value);
      if (!isTaken && !gone.aborted) await once(outgoing, "drain", { signal: gone }).catch(() => {});
    }
    outgoing.end();
  } catch (error) {
    if (!(error instanceof CutOff)) throw error;
    outgoing.destroy();
  }
}
