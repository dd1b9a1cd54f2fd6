import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";

const bodyLimitBytes = 4 * 1024 * 1024;

/** A web-standard request made of Node's; aborts when the client hangs up. Null when the body is too large. */
export async function webRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  origin: string,
): Promise<Request | null> {
  const hangUp = new AbortController();
  outgoing.once("close", () => hangUp.abort());
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const method = incoming.method ?? "GET";
  const init = { method, headers, signal: hangUp.signal };
  if (method !== "POST") return new Request(`${origin}/mcp`, init);
  const body = await bodyOf(incoming);
  return body === null ? null : new Request(`${origin}/mcp`, { ...init, body });
}

/** Resolves when the whole response is out or the client is gone. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  // The headers of an event stream must not wait for its first event.
  outgoing.flushHeaders();
  if (response.body === null) {
    outgoing.end();
    return;
  }
  try {
    await pipeline(response.body, outgoing);
  } catch (error) {
    // A client that hangs up in the middle of a stream is no failure of ours.
    if (!outgoing.destroyed) throw error;
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    // Without an encoding set, a request yields nothing but buffers.
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > bodyLimitBytes) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}
